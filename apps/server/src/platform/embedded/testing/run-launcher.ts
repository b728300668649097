import { createInterface } from 'node:readline';
import { startEmbedded } from '../index.ts';
import type { LauncherOrder, LauncherReport } from './launcher.ts';

/* A program that uses the launcher, controlled by lines on stdin. For tests that need several programs or another user. */
const report = (line: LauncherReport): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const { dataDir, supervise } = JSON.parse(process.argv[2] ?? '{}') as LauncherOrder;

try {
  const server = await startEmbedded({ dataDir, log: (text) => report({ kind: 'log', text }) });
  if (supervise) server.supervise((text) => report({ kind: 'down', text }));
  const { url, pid, startedHere, dir } = server;
  report({ kind: 'up', url, pid, startedHere, dir });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line !== 'stop') continue;
    await server.stop();
    report({ kind: 'stopped' });
    process.exit(0);
  }
} catch (error) {
  report({ kind: 'failed', text: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
