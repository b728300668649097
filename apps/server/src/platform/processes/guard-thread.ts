import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/**
 * A guard thread of a watched process. The main thread may be stuck inside WebAssembly for minutes, and then handles neither
 * signals nor a closed channel. This thread ends the process when the server that started it is gone. It also reports memory use,
 * for systems where the server cannot measure it.
 */

const LOOK_MS = 250;
const { parentPid, reportTo } = workerData as { parentPid: number; reportTo: number };

function parentLives(): boolean {
  // Outside Windows an orphan gets another parent. Windows keeps the old number, so this checks whether that process exists.
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
    // A full pipe means a busy server. Any other error means a closed pipe, so no server waits for the result.
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) end();
  }
}

look();
setInterval(look, LOOK_MS);
