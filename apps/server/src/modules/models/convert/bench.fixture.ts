import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { convertIfc } from './index.ts';
import type { Converted, ConvertLimits, ConvertOptions, ConvertResult } from './index.ts';

export interface ConversionBench {
  /** Folder the results go to; emptied after every test. */
  target(): string;
  source(): string;
  /** Converts, and looks whether anything was left behind. */
  convert(content: string | Uint8Array, options?: Partial<ConvertOptions>): Promise<ConvertResult>;
  /** The same for what has to succeed. */
  converted(content: string | Uint8Array, options?: Partial<ConvertOptions>): Promise<Converted>;
}

/** A folder of its own for the tests of one file, and conversions in it. */
export function conversionBench(limits?: ConvertLimits): ConversionBench {
  let folder = '';
  // A conversion gives way to everything else; beside other tests it takes a multiple of its own time.
  vi.setConfig({ testTimeout: 60_000 });
  const target = (): string => path.join(folder, 'target');
  const source = (): string => path.join(folder, 'source.ifc');

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'convert-'));
  });
  afterEach(async () => {
    await rm(target(), { recursive: true, force: true });
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const convert: ConversionBench['convert'] = async (content, options = {}) => {
    await writeFile(source(), content);
    const result = await convertIfc({ source: source(), targetDir: target(), limits, ...options });
    expect(process.getActiveResourcesInfo()).not.toContain('ProcessWrap');
    expect((await readdir(target())).toSorted()).toEqual(result.ok ? ['meta.json', 'model.frag'] : []);
    return result;
  };
  const converted: ConversionBench['converted'] = async (content, options = {}) => {
    const result = await convert(content, options);
    if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
    return result;
  };
  return { target, source, convert, converted };
}
