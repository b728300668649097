import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder for temporary files of one run. Everything the tests make lies below it (TMPDIR), so that after a run that was cut
 * short nothing stays: no folder, and no database server, which has a process group of its own and survives its test.
 */
export class Scratch {
  readonly path: string;

  constructor() {
    this.path = mkdtempSync(join(roomyPlace(), 'prdm-run-'));
    // As open as /tmp itself: tests run as root start servers under other accounts.
    chmodSync(this.path, 0o1777);
  }

  /** Says which servers had to be ended: a test that leaves one has a fault. */
  remove(): string[] {
    const left = serversBelow(this.path);
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    rmSync(this.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    return left.map(({ pid, folder }) => `a database server was left running (process ${pid} in ${folder})`);
  }
}

const MEMORY = '/dev/shm';
const GIGABYTE = 2 ** 30;

/**
 * In memory, where there is plenty: a run makes and drops a hundred databases of six hundred files each, which costs the file
 * system of a disk a fifth of the whole run. Not where nothing may be executed, nor where somebody named a place himself.
 */
function roomyPlace(): string {
  if (process.env.TMPDIR !== undefined || process.platform !== 'linux' || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const options = / \/dev\/shm \S+ (\S+)/.exec(readFileSync('/proc/mounts', 'utf8'))?.[1] ?? 'noexec';
  const roomy = bavail * bsize > 4 * GIGABYTE && freemem() > 8 * GIGABYTE;
  return roomy && !options.split(',').includes('noexec') ? MEMORY : tmpdir();
}

function serversBelow(path: string): { pid: number; folder: string }[] {
  if (!existsSync(path) || process.platform !== 'linux') return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'postmaster.pid')
    .map((entry) => ({
      pid: Number(readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n')[0]),
      folder: entry.parentPath,
    }))
    .filter(({ pid, folder }) => workingFolder(pid) === folder);
}

function workingFolder(pid: number): string | null {
  const link = `/proc/${pid}/cwd`;
  return existsSync(link) ? readlinkSync(link) : null;
}
