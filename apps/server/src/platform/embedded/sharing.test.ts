import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startEmbedded } from './index.ts';
import { livingServer } from './server-process.ts';
import { ask, eventually, Folders, launch } from './testing/launcher.ts';

// A few seconds on a quiet machine; a new database flushes a thousand files, which takes its time on a busy disk.
vi.setConfig({ testTimeout: 60_000 });

test('two programs that start at once on a fresh folder use one server, which outlives the first that leaves', async () => {
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

test('a server left over by a killed program is adopted, and its adopter ends it', async () => {
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

test('who adopted a server brings it back when the one who started it is gone', async () => {
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

test('a server of tests is stopped even while others are connected', async () => {
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
