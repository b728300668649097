import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/**
 * Runs in a thread of the conversion process, beside a main thread that may be stuck inside WebAssembly for minutes and
 * then hears neither signals nor a closed channel. Ends the process when the server that started it is gone, and tells
 * the server how much memory is in use, for systems where the server cannot look itself.
 */

const LOOK_MS = 250;
const { parentPid, reportTo } = workerData as { parentPid: number; reportTo: number };

function parentLives(): boolean {
  // Elsewhere than on Windows an orphan gets another parent; Windows keeps the old number, so ask for the process.
  if (process.ppid !== parentPid) return false;
  try {
    process.kill(parentPid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

function look(): void {
  if (!parentLives()) end();
  try {
    writeSync(reportTo, `${Math.round(process.memoryUsage.rss() / 1024 / 1024)}\n`);
  } catch (error) {
    // A full pipe means a busy server; anything else a closed one, where nobody waits for the result any more.
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) end();
  }
}

look();
setInterval(look, LOOK_MS);
