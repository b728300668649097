import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { BuildingWriter } from '../apps/server/src/testing/ifc/index.ts';

/**
 * Writes large IFC files for measurements: towers of varied storeys, so that no shape equals another one and nothing is
 * saved by instancing. Never commit what it writes.
 *
 *     node bench/large-model.ts --mb 100 --out /somewhere/large.ifc [--seed name]
 */

const STOREYS_PER_TOWER = 30;

export interface LargeModel {
  bytes: number;
  storeys: number;
}

/** Streams a model of at least `bytes` bytes to a file, a storey (about 0.8 MB) at a time. The same seed, the same file. */
export async function writeLargeModel(path: string, bytes: number, seed = 'large'): Promise<LargeModel> {
  const stream = createWriteStream(path);
  let lines: string[] = [];
  const flush = async (): Promise<void> => {
    const room = stream.write(lines.join(''));
    lines = [];
    if (!room) await once(stream, 'drain');
  };
  const options = { seed, name: '大型综合体', baysX: 10, baysY: 4, variety: 1 };
  const writer = new BuildingWriter((line) => lines.push(line), options);
  let storeys = 0;
  while (writer.characters < bytes) {
    if (storeys % STOREYS_PER_TOWER === 0) writer.startBuilding();
    writer.addStorey();
    storeys += 1;
    await flush();
  }
  writer.finish();
  await flush();
  stream.end();
  await finished(stream);
  return { bytes: writer.characters, storeys };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { mb: { type: 'string' }, out: { type: 'string' }, seed: { type: 'string' } },
  });
  const megabytes = Number(values.mb);
  if (!values.out || !(megabytes > 0)) throw new Error('usage: --mb <size> --out <path> [--seed <name>]');
  const made = await writeLargeModel(values.out, megabytes * 1024 * 1024, values.seed);
  process.stdout.write(`${values.out}: ${made.bytes} bytes, ${made.storeys} storeys\n`);
}
