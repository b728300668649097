import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { startEmbedded } from '../index.ts';
import { livingServer } from '../server-process.ts';

export interface LauncherOrder {
  dataDir: string;
  supervise?: boolean;
}

export type LauncherReport =
  | { kind: 'up'; url: string; pid: number; startedHere: boolean; dir: string }
  | { kind: 'log' | 'down' | 'failed'; text: string }
  | { kind: 'stopped' };

export interface Launcher {
  process: ChildProcess;
  reports: LauncherReport[];
  /** Waits for the first report of this kind. Throws when the program ends without it. */
  wait<Kind extends LauncherReport['kind']>(kind: Kind): Promise<Extract<LauncherReport, { kind: Kind }>>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

function nobodyWaits(): void {}

/** Starts another program on the same data folder: a Node process of its own, as `user` when given. */
export function launch(order: LauncherOrder, user: { uid: number; gid: number } | null = null): Launcher {
  const program = join(import.meta.dirname, 'run-launcher.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...user,
  });
  const reports: LauncherReport[] = [];
  let wake = nobodyWaits;
  let ended = false;
  createInterface({ input: child.stdout }).on('line', (line) => {
    reports.push(JSON.parse(line) as LauncherReport);
    wake();
  });
  const closed = new Promise<void>((done) => {
    child.once('close', () => {
      ended = true;
      wake();
      done();
    });
  });
  return {
    process: child,
    reports,
    async wait(kind) {
      for (;;) {
        const found = reports.find((one) => one.kind === kind);
        if (found) return found as Extract<LauncherReport, { kind: typeof kind }>;
        if (ended) throw new Error(`the program ended without "${kind}": ${JSON.stringify(reports)}`);
        await new Promise<void>((done) => {
          wake = done;
        });
      }
    },
    async stop() {
      child.stdin.write('stop\n');
      await closed;
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Data folders that are removed with their test, and any servers that still run there. */
export class Folders implements AsyncDisposable {
  readonly #made: string[] = [];

  /** Like `mktemp -d`: mode 700, owned by the user who runs the test. */
  make(below = tmpdir()): string {
    const folder = mkdtempSync(join(below, 'prdm-pg-'));
    this.#made.push(folder);
    return folder;
  }

  /**
   * A folder with a database that was created without syncs, for tests that do not test the creation. A thousand syncs would only make the
   * test slow.
   */
  async makeWithDatabase(): Promise<string> {
    const dataDir = this.make();
    const server = await startEmbedded({ dataDir, log: () => undefined, durable: false });
    await server.stop();
    return dataDir;
  }

  /** Also removes a folder that another program created. */
  adopt(folder: string): string {
    this.#made.push(folder);
    return folder;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const folder of this.#made) {
      for (const cluster of clustersBelow(folder)) {
        const server = livingServer(cluster);
        if (server) process.kill(server.pid, 'SIGQUIT');
        while (livingServer(cluster)) await pause(25);
      }
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function clustersBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name === 'postmaster.pid')
    .map((entry) => entry.parentPath);
}

/** Runs one query on a separate connection. Its name does not count as a program that uses the database. */
export async function ask<Row extends Record<string, unknown>>(url: string, query: string): Promise<Row[]> {
  const address = new URL(url);
  address.searchParams.set('application_name', 'test');
  const client = new Client({ connectionString: address.href });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

/** Retries `work` until it succeeds or `withinMs` is over. */
export async function eventually<Value>(work: () => Promise<Value> | Value, withinMs = 15_000): Promise<Value> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (Date.now() > end) throw cause;
      await pause(50);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, ms);
  });
}
