import { buffer } from 'node:stream/consumers';
import { startGuard } from '../../processes/guard.ts';
import { readSafely } from './read-rows.ts';

/** The reading process: takes a file on stdin, sends its rows or the reason, exits. */
const { rowsMax, parentPid } = JSON.parse(process.argv[2] ?? '') as { rowsMax: number; parentPid: number };
startGuard(parentPid);

const result = await readSafely(await buffer(process.stdin), rowsMax);
await new Promise<void>((resolve) => {
  if (process.send) process.send(result, () => resolve());
  else resolve();
});
process.exit(0);
