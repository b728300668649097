import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { isRoot } from './database-user.ts';
import type { EmbeddedServer } from './index.ts';
import { startEmbedded } from './index.ts';
import { readPostmaster } from './server-process.ts';
import { ask, eventually, Folders } from './testing/launcher.ts';

// A few seconds when the machine is idle. A new database syncs a thousand files, which is slow on a busy disk.
vi.setConfig({ testTimeout: 60_000 });

const quiet = (): void => undefined;

async function kept(server: EmbeddedServer): Promise<number[]> {
  return (await ask<{ n: number }>(server.url, 'select n from kept order by n')).map((row) => row.n);
}

test('a new private folder becomes a private, durable server, and a stop leaves no process', async () => {
  await using folders = new Folders();
  const dataDir = folders.make();
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  const server = await startEmbedded({
    dataDir,
    log: quiet,
    settings: { max_connections: '40', listen_addresses: '*' },
  });

  expect(server).toMatchObject({ startedHere: true, dir: join(dataDir, 'pg') });
  const settings = await ask<{ name: string; setting: string }>(
    server.url,
    `select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories',
      'dynamic_shared_memory_type', 'max_parallel_workers_per_gather', 'max_connections', 'fsync', 'full_page_writes',
      'synchronous_commit', 'data_checksums', 'server_encoding', 'password_encryption') order by name`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    dynamic_shared_memory_type: 'mmap',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    max_connections: '40',
    max_parallel_workers_per_gather: '0',
    password_encryption: 'scram-sha-256',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
    unix_socket_directories: '',
  });
  expect(await ask(server.url, `select current_database() as db, current_user as who, 'É' ilike 'é' as folds`)).toEqual(
    [{ db: 'prdm', who: 'app', folds: true }],
  );
  expect(statSync(server.dir).mode & 0o777).toBe(0o700);
  if (isRoot()) {
    expect(statSync(dataDir).mode & 0o777).toBe(0o711);
    expect(statSync(`/proc/${server.pid}`).uid).toBe(statSync(server.dir).uid);
    expect(statSync(server.dir).uid).not.toBe(0);
  }
  const wrong = new URL(server.url);
  wrong.password = 'wrong';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);

  const { pid } = server;
  await server.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(readPostmaster(join(server.dir, 'data'))).toBeNull();
});

test('stored data survives a stop, a kill of the whole server, and a stale pid file', async () => {
  await using folders = new Folders();
  const dataDir = await folders.makeWithDatabase();
  const first = await startEmbedded({ dataDir, log: quiet });
  await ask(first.url, 'create table kept (n int); insert into kept values (1)');
  await first.stop();

  const second = await startEmbedded({ dataDir, log: quiet });
  expect(second.startedHere).toBe(true);
  await ask(second.url, 'insert into kept values (2)');
  const workers = await ask<{ pid: number }>(second.url, 'select pid from pg_stat_activity');
  for (const pid of [second.pid, ...workers.map((row) => row.pid)]) killIfThere(pid);

  const third = await startEmbedded({ dataDir, log: quiet });
  expect(third.startedHere).toBe(true);
  expect(await kept(third)).toEqual([1, 2]);
  await third.stop();

  // The number in the stale file belongs to another process of the same account. PostgreSQL itself would refuse to start.
  const { uid, gid } = statSync(third.dir);
  const other = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
  const cluster = join(dataDir, 'pg', 'data');
  const stale = `${other.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`;
  writeFileSync(join(cluster, 'postmaster.pid'), stale);
  const fourth = await startEmbedded({ dataDir, log: quiet });
  expect(fourth.pid).not.toBe(other.pid);
  expect(await kept(fourth)).toEqual([1, 2]);
  await fourth.stop();
  expect(other.exitCode).toBeNull();
  other.kill();
});

test('a supervised server that ends restarts at the same address, and the reason is reported', async () => {
  await using folders = new Folders();
  const dataDir = await folders.makeWithDatabase();
  const reasons: string[] = [];
  const lines: string[] = [];
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
  server.supervise((why) => reasons.push(why));
  await ask(server.url, 'create table kept (n int); insert into kept values (1)');
  const { url, pid } = server;

  process.kill(pid, 'SIGKILL');
  expect(await eventually(() => kept(server))).toEqual([1]);
  await eventually(() => expect(lines).toHaveLength(1));
  expect(server.url).toBe(url);
  expect(server.pid).not.toBe(pid);
  expect(reasons).toEqual([expect.stringContaining(`process ${pid}) went down: ended by SIGKILL`)]);
  await server.stop();
  expect(reasons).toHaveLength(1);
});

test('a stop during a restart leaves no server', async () => {
  await using folders = new Folders();
  const dataDir = await folders.makeWithDatabase();
  const server = await startEmbedded({ dataDir, log: quiet });
  server.supervise(quiet);
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
  await server.stop();
  expect(readPostmaster(join(dataDir, 'pg', 'data'))?.pid ?? server.pid).toBe(server.pid);
});

test('a server that cannot start reports the reason in one sentence', async () => {
  await using folders = new Folders();
  const dataDir = await folders.makeWithDatabase();
  const broken = startEmbedded({ dataDir, log: quiet, settings: { shared_buffers: 'plenty' } });
  await expect(broken).rejects.toThrow(
    /does not start \(exit code 1\): .*invalid value for parameter "shared_buffers"/,
  );
  expect(readFileSync(join(dataDir, 'pg.log'), 'utf8')).toContain('shared_buffers');
});

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (cause) {
    expect(cause).toMatchObject({ code: 'ESRCH' });
  }
}
