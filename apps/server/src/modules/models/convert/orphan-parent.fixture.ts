import { fileURLToPath } from 'node:url';
import { runWatched } from './watchdog.ts';

/** A server that starts a stuck conversion and is then killed: prints the process it started. */
await runWatched({
  script: fileURLToPath(new URL('./busy-child.fixture.ts', import.meta.url)),
  args: ['spin', String(process.pid)],
  timeoutMs: 60_000,
  rssMb: 1000,
  onMessage: (message) => process.stdout.write(`${JSON.stringify(message)}\n`),
});
