import { startGuard } from './guard.ts';

/**
 * Stands in for a conversion that is stuck: tells who it is, then never gives its main thread free again. `eat` also
 * takes 20 MB at a time, outside V8's heap as WebAssembly does.
 */
const [mode = 'spin', parentPid = '0'] = process.argv.slice(2);

startGuard(Number(parentPid));
const hello = { pid: process.pid, env: Object.keys(process.env), heap: process.execArgv };
await new Promise((resolve) => process.send?.(hello, resolve));

const kept: Uint8Array[] = [];
const until = mode === 'short' ? Date.now() + 200 : Infinity;
while (Date.now() < until) {
  if (mode === 'eat') kept.push(new Uint8Array(20 * 1024 * 1024).fill(1));
  const pause = Date.now() + 30;
  while (Date.now() < pause) Math.hypot(pause, kept.length);
}
process.exit(3);
