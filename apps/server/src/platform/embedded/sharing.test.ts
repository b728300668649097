import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startEmbedded } from './index.ts';
import { livingServer } from './server-process.ts';
import { ask, eventually, Folders, launch } from './testing/launcher.ts';

// A few seconds when the machine is idle. A new database syncs a thousand files, which is slow on a busy disk.
vi.setConfig({ testTimeout: 60_000 });

test('two programs that start at once on a new folder share one server, which runs on when the first one stops', async () => {
  await using folders = new Folders();
  const dataDir = folders.make();
  const programs = [launch({ dataDir }), launch({ dataDir })];
  const ups = await Promise.all(programs.map((program) => program.wait('up')));

  expect(ups[0]?.pid).toBe(ups[1]?.pid);
  expect(ups[0]?.url).toBe(ups[1]?.url);
  expect(ups.filter((up) => up.startedHere)).toHaveLength(1);
  const [starter, adopter] = ups[0]?.startedHere ? programs : programs.toReversed();

  await starter?.stop();
  expect(starter?.reports.at(-2)).toMatchObject({ kind: 'log', text: expect.stringContaining('stays up') });
  expect(await ask(ups[0]?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  await adopter?.stop();
  expect(livingServer(join(dataDir, 'pg', 'data'))).toBeNull();
});

test('a server of a killed program is joined, and the program that joined stops it', async () => {
  await using folders = new Folders();
  const dataDir = await folders.makeWithDatabase();
  const killed = launch({ dataDir });
  const { pid, url } = await killed.wait('up');
  await killed.kill();
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }]);

  const server = await startEmbedded({ dataDir, log: () => undefined });
  expect(server).toMatchObject({ pid, url, startedHere: false });
  await server.stop();
  expect(livingServer(join(dataDir, 'pg', 'data'))).toBeNull();
});

test('a program that joined a server restarts it when the program that started it is gone', async () => {
  await using folders = new Folders();
  const dataDir = await folders.makeWithDatabase();
  const starter = launch({ dataDir });
  const { pid } = await starter.wait('up');
  const adopter = launch({ dataDir, supervise: true });
  const { url } = await adopter.wait('up');
  await starter.kill();

  process.kill(pid, 'SIGKILL');
  await adopter.wait('down');
  expect(await eventually(() => ask(url, 'select 1 as one'))).toEqual([{ one: 1 }]);
  expect(livingServer(join(dataDir, 'pg', 'data'))?.pid).not.toBe(pid);
  await adopter.stop();
  expect(livingServer(join(dataDir, 'pg', 'data'))).toBeNull();
});

test('a server of tests stops even while others are connected', async () => {
  await using folders = new Folders();
  const dataDir = folders.make();
  const server = await startEmbedded({ dataDir, log: () => undefined, durable: false });
  const [row] = await ask<{ fsync: string }>(server.url, `select current_setting('fsync') as fsync`);
  expect(row).toEqual({ fsync: 'off' });
  const other = launch({ dataDir });
  await other.wait('up');
  await server.stop();
  expect(existsSync(join(dataDir, 'pg', 'data', 'postmaster.pid'))).toBe(false);
  await other.kill();
});
