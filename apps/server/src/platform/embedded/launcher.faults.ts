import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { startEmbedded } from './index.ts';
import { livingServer } from './server-process.ts';
import { ask, eventually, Folders, launch } from './testing/launcher.ts';

test('four programs at once, on a new folder and again on an existing one, always share one server', async () => {
  await using folders = new Folders();
  const dataDir = folders.make();
  for (let round = 0; round < 4; round += 1) {
    const programs = [1, 2, 3, 4].map(() => launch({ dataDir }));
    const ups = await Promise.all(programs.map((program) => program.wait('up')));
    expect(new Set(ups.map((up) => up.pid)).size).toBe(1);
    expect(new Set(ups.map((up) => up.url)).size).toBe(1);
    expect(ups.filter((up) => up.startedHere)).toHaveLength(1);
    for (const up of ups) expect(await ask(up.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await Promise.all(programs.map((program) => program.stop()));
    // All stopped at once and may each have seen the others. One more program must find the server usable and stop it.
    const last = await startEmbedded({ dataDir, log: () => undefined });
    await last.stop();
    expect(livingServer(join(dataDir, 'pg', 'data'))).toBeNull();
  }
});

test('twenty kills of the supervised server during writes lose nothing that was acknowledged', async () => {
  await using folders = new Folders();
  const server = await startEmbedded({ dataDir: folders.make(), log: () => undefined });
  let downs = 0;
  server.supervise(() => {
    downs += 1;
  });
  const { url } = server;
  await ask(url, 'create table kept (n int primary key)');
  const acknowledged: number[] = [];
  let next = 0;
  for (let kill = 0; kill < 20; kill += 1) {
    const writer = await eventually(() => open(url), 60_000);
    setTimeout(() => process.kill(server.pid, 'SIGKILL'), 50 + Math.random() * 150);
    await expect(
      (async () => {
        for (;;) {
          next += 1;
          await writer.query('insert into kept values ($1)', [next]);
          acknowledged.push(next);
        }
      })(),
    ).rejects.toThrow();
    await writer.end();
    await eventually(() => expect(downs).toBe(kill + 1), 60_000);
  }
  const rows = await eventually(() => ask<{ n: number }>(url, 'select n from kept'), 60_000);
  const there = new Set(rows.map((row) => row.n));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((n) => !there.has(n))).toEqual([]);
  expect(server.url).toBe(url);
  await server.stop();
});

async function open(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
