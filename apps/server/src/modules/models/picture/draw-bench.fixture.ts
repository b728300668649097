import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { tablesOf } from '../convert/frag/frag-file.ts';
import { convertIfc } from '../convert/index.ts';
import { drawModel } from './draw.ts';

/** Gives the tests of one file a folder and runs conversions and drawings in it. */
export function drawBench() {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'picture-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const fragOf = async (name: string, bytes: string | Buffer): Promise<string> => {
    const [source, targetDir] = [path.join(folder, `${name}.ifc`), path.join(folder, name)];
    await mkdir(targetDir, { recursive: true });
    await writeFile(source, bytes);
    const result = await convertIfc({ source, targetDir });
    if (!result.ok) throw new Error(result.detail);
    return result.fragPath;
  };
  const drawn = async (name: string, bytes: string | Buffer): Promise<Uint8Array> => {
    const rgb = drawModel(tablesOf(await readFile(await fragOf(name, bytes))), { ms: 20_000 });
    if (!rgb) throw new Error('nothing is drawn');
    return rgb;
  };
  return { folder: () => folder, fragOf, drawn };
}
