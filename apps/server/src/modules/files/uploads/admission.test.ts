import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as files from '@prdm/contract/files';
import { buildApp } from '../../../app.ts';
import { createModules, limitsOf } from '../../../modules.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { createPlatform } from '../../../platform/platform.ts';
import { buildPerson, buildProject, PASSWORD, rootFolder } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { begin, tusRequest } from '../../../testing/worlds/uploads.ts';

let app: TestApp;
let root: number;
let person: { id: number; token: string };
const people: { id: number; token: string }[] = [];
const MB = 2 ** 20;
beforeAll(async () => {
  app = await startApp({ works: false, env: { UPLOAD_OPEN_BYTES: String(9 * MB) } });
  for (let n = 0; n < 6; n += 1) {
    const { id, account } = await buildPerson(app);
    people.push({ id, token: await app.signIn(account, PASSWORD) });
  }
  person = people[0] ?? { id: 0, token: '' };
  const members = people.slice(1).map(({ id }) => ({ id, roles: ['designer' as const] }));
  root = await rootFolder(app, (await buildProject(app, { managerId: person.id, members })).id);
}, 60_000);
afterAll(() => app.stop());
afterEach(async () => {
  vi.restoreAllMocks();
  await app.platform.db.pool.query('delete from upload');
});

const keyIn = (path: string): string => /([0-9a-f]{32})/.exec(path)?.[1] ?? '';
const start = (size: number, filename: string, token = person.token, address = app.address) =>
  begin(address, token, root, size, { filename });
const patch = (path: string, offset: number, body: Buffer) =>
  tusRequest(app.address, 'PATCH', path, { token: person.token, headers: { 'upload-offset': String(offset) }, body });
const freeBytes = (bytes: number) => vi.spyOn(app.platform.disk, 'free').mockResolvedValue(bytes);
/** A second server on the same installation, with its own connections and memory. */
async function secondServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const platform = createPlatform({
    databaseUrl: app.databaseUrl,
    directUrl: app.databaseUrl,
    dataDir: app.env.DATA_DIR,
    clock: systemClock,
    log: createLog('silent'),
  });
  const server = await buildApp(platform, createModules(platform, limitsOf(app.env)), app.env);
  return {
    address: await server.listen({ host: '127.0.0.1', port: 0 }),
    async stop() {
      await server.close();
      await platform.stop();
    },
  };
}
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();

it('of many uploads started at once a user gets at most a hundred', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => start(1, `${n}.bin`)));
  expect(statuses(answers)).toEqual([...Array<number>(100).fill(201), ...Array<number>(20).fill(429)]);
});

it('parallel uploads never reserve the same free space twice', async () => {
  freeBytes(1000).mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve(1000), 20))); // a slow disk
  const answers = await Promise.all(people.map(({ token }, n) => start(250, `${n}.bin`, token)));
  expect(statuses(answers)).toEqual([201, 201, 201, 201, 507, 507]);
});

it('unfinished uploads of one user take at most a quarter of the disk that is free without them', async () => {
  const free = freeBytes(1000);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => start(100, `${n}.bin`)));
  expect(statuses(answers)).toEqual([201, 201, ...Array<number>(6).fill(507)]);
  const begun = answers.find(({ status }) => status === 201)?.path ?? '';
  await patch(begun, 0, Buffer.alloc(99));
  free.mockResolvedValue(901);
  expect((await start(51, 'over.bin')).status).toBe(507);
  expect((await start(50, 'fits.bin')).status).toBe(201);
});

it('unfinished uploads of one user stay under UPLOAD_OPEN_BYTES over all processes', async () => {
  const second = await secondServer();
  const addresses = [app.address, second.address];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => start(4 * MB, `${n}.bin`, person.token, addresses[n % 2])),
  );
  await second.stop();
  expect(statuses(answers)).toEqual([201, 201, ...Array<number>(10).fill(429)]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 1007, msg: expect.stringContaining('9 MB') });
  expect((await start(4 * MB, 'other.bin', people[1]?.token)).status).toBe(201);
});

it('received bytes are no longer reserved, also when the sender disconnects', async () => {
  const [, second, third] = people;
  const { path } = await start(1_000_000, 'half.bin');
  await patch(path, 0, Buffer.alloc(600_000));
  freeBytes(500_000); // 600,000 of a million free bytes are used now, minus those that this test leaves over
  expect((await start(100_000, 'fits.bin', second?.token)).status).toBe(201);
  expect((await start(100_000, 'fits-not.bin', third?.token)).status).toBe(507);
  const stopped = new AbortController();
  const broken = fetch(app.address + path, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'x-token': person.token,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '600000',
    },
    body: new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(200_000)),
    }),
    duplex: 'half',
    signal: stopped.signal,
  } as RequestInit);
  await expect.poll(() => app.modules.files.uploads.files.received(keyIn(path))).toBe(800_000);
  stopped.abort();
  await expect(broken).rejects.toThrow();
  const again = async () => (await start(100_000, 'fits-now.bin', third?.token)).status;
  await expect.poll(again, { timeout: 5000 }).toBe(201);
});

it('the commit of an upload that is cancelled meanwhile answers 1006 at once', async () => {
  const { path } = await start(4, 'gone.bin');
  const key = keyIn(path);
  const { locker } = app.modules.files.uploads;
  const alone = locker.alone.bind(locker);
  vi.spyOn(locker, 'alone').mockImplementation(async (id, work) => {
    // after the commit has read the row and before it takes the lease
    await app.platform.db.pool.query('delete from upload where key = $1', [id]);
    return alone(id, work);
  });
  const since = performance.now();
  expect(await app.call(files.uploadCommit, { uploadId: key }, { token: person.token })).toMatchObject({ code: 1006 });
  expect(performance.now() - since).toBeLessThan(5000);
  expect(existsSync(join(app.env.DATA_DIR, 'uploads', key))).toBe(true); // the timer deletes its bytes
});
