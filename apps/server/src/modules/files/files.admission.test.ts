import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import * as files from '@prdm/contract/files';
import { uploadFile } from '@prdm/contract/uploads';
import { buildPerson, buildProject, PASSWORD, rootFolder } from '../../testing/builders.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { begin, tusRequest } from '../../testing/uploads.ts';

let app: TestApp;
let root: number;
let person: { id: number; token: string };
beforeAll(async () => {
  app = await startApp({ works: false });
  const built = await buildPerson(app);
  person = { id: built.id, token: await app.signIn(built.account, PASSWORD) };
  root = await rootFolder(app, (await buildProject(app, { managerId: built.id })).id);
}, 60_000);
afterAll(() => app.stop());
afterEach(async () => {
  vi.restoreAllMocks();
  await app.platform.db.pool.query('delete from upload');
});

const keyIn = (path: string): string => /([0-9a-f]{32})/.exec(path)?.[1] ?? '';
const start = (size: number, filename: string) => begin(app.address, person.token, root, size, { filename });
const patch = (path: string, offset: number, body: Buffer) =>
  tusRequest(app.address, 'PATCH', path, { token: person.token, headers: { 'upload-offset': String(offset) }, body });
const freeBytes = (bytes: number) => vi.spyOn(app.modules.files.uploads.files, 'free').mockResolvedValue(bytes);
const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).toSorted();

it('of uploads that are asked for all at once a person gets a hundred', async () => {
  const answers = await Promise.all(Array.from({ length: 120 }, (_, n) => start(1, `${n}.bin`)));
  expect(statuses(answers)).toEqual([...Array<number>(100).fill(201), ...Array<number>(20).fill(429)]);
});

it('the room on the disk is promised once, however many ask for it at once', async () => {
  freeBytes(1000).mockImplementation(() => new Promise((resolve) => setTimeout(() => resolve(1000), 20))); // a slow disk
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => start(400, `${n}.bin`)));
  expect(statuses(answers)).toEqual([201, 201, ...Array<number>(6).fill(507)]);
});

it('what has come is promised no longer, also when its sender broke off', async () => {
  const { path } = await start(1_000_000, 'half.bin');
  await patch(path, 0, Buffer.alloc(600_000));
  freeBytes(500_000); // of a million that were free 600,000 are taken by now, less what this test leaves over
  expect((await start(100_000, 'fits.bin')).status).toBe(201);
  expect((await start(100_000, 'fits-not.bin')).status).toBe(507);
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
  await expect.poll(async () => (await start(100_000, 'fits-now.bin')).status, { timeout: 5000 }).toBe(201);
});

it('one that was sent in one request finds the room it takes up itself', async () => {
  const free = freeBytes(1000);
  free.mockResolvedValueOnce(1000).mockResolvedValueOnce(100);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(500)]), 'whole.bin');
  const answer = await fetch(`${app.address}${uploadFile.path}?pid=${root}`, {
    method: 'POST',
    headers: { 'x-token': person.token },
    body: form,
  });
  expect(await answer.json()).toMatchObject({ code: 0 });
});

it('committing what was cancelled this moment is "not there", at once', async () => {
  const { path } = await start(4, 'gone.bin');
  const key = keyIn(path);
  const { locker } = app.modules.files.uploads;
  const alone = locker.alone.bind(locker);
  vi.spyOn(locker, 'alone').mockImplementation(async (id, work) => {
    await app.platform.db.pool.query('delete from upload where key = $1', [id]); // between the look at it and the lease
    return alone(id, work);
  });
  const since = performance.now();
  expect(await app.call(files.uploadCommit, { uploadId: key }, { token: person.token })).toMatchObject({ code: 1006 });
  expect(performance.now() - since).toBeLessThan(5000);
  expect(existsSync(join(app.env.DATA_DIR, 'uploads', key))).toBe(true); // its bytes go with the timer
});
