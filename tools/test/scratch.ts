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
 * The temporary folder of one run (TMPDIR). All files of the tests are below it, so that an interrupted run leaves no
 * folder. It also leaves no database server, which has its own process group and outlives its test.
 */
export class Scratch {
  readonly path: string;

  constructor() {
    this.path = mkdtempSync(join(roomyPlace(), 'prdm-run-'));
    // Same permissions as /tmp, because tests as root start servers under other accounts.
    chmodSync(this.path, 0o1777);
  }

  /** Lists the servers that it had to end: a test that leaves one has a fault. */
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
 * In memory when there is enough: a run creates and drops a hundred databases of six hundred files each, which takes a
 * fifth of the run on a disk. Not on a mount without execution, and not when the user named a folder.
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
