import { createHash, randomBytes } from 'node:crypto';
import { existsSync, symlinkSync } from 'node:fs';
import { readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as files from '@prdm/contract/files';
import { uploadFile } from '@prdm/contract/files/multipart';
import { buildFile, buildPerson, buildProject, PASSWORD, rootFolder } from '../../../testing/worlds/builders.ts';
import { chunkedUpload, type ChunkedAnswer } from '../../../testing/servers/chunked.ts';
import { smallDisk, type SmallDisk } from '../../../testing/servers/small-disk.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { begin, tusRequest } from '../../../testing/worlds/uploads.ts';

const MB = 1_000_000;
const STEP = 64 * 2 ** 20;
const MAX = 150 * MB;

let app: TestApp;
let projectId: number;
let root: number;
const people: { id: number; account: string; token: string }[] = [];
let disk: SmallDisk | null = null;

beforeAll(async () => {
  app = await startApp({ works: false, env: { UPLOAD_MAX_BYTES: String(MAX) } });
  for (let n = 0; n < 5; n += 1) {
    const { id, account } = await buildPerson(app);
    people.push({ id, account, token: await app.signIn(account, PASSWORD) });
  }
  const [manager, ...others] = people;
  const members = others.map(({ id }) => ({ id, roles: ['designer' as const] }));
  projectId = (await buildProject(app, { managerId: manager?.id ?? 0, members })).id;
  root = await rootFolder(app, projectId);
}, 60_000);
afterAll(() => app.stop());
afterEach(async () => {
  disk?.remove();
  disk = null;
  vi.restoreAllMocks();
  await app.platform.db.pool.query('delete from upload');
});

const tokenOf = (n: number): string => people[n]?.token ?? '';
const keyIn = (path: string): string => /([0-9a-f]{32})/.exec(path)?.[1] ?? '';
const uploadDir = () => join(app.env.DATA_DIR, 'uploads');
const start = (n: number, size: number, filename: string) => begin(app.address, tokenOf(n), root, size, { filename });
const patch = (n: number, path: string, offset: number, body: Buffer) =>
  tusRequest(app.address, 'PATCH', path, { token: tokenOf(n), headers: { 'upload-offset': String(offset) }, body });
interface Row {
  key: string;
  size: number;
  reserved: number;
  received: number;
}
const open = async (): Promise<Row[]> =>
  (
    await app.platform.db.pool.query<Row>(
      `select key, size, reserved, received from upload where status = 'receiving' order by id`,
    )
  ).rows;
const ago = (path: string, seconds: number, column: 'byte_at' | 'touched_at') =>
  app.platform.db.pool.query(`update upload set ${column} = now() - make_interval(secs => $1) where key = $2`, [
    seconds,
    keyIn(path),
  ]);

/** Sends this many bytes without Content-Length. */
async function sendWithoutLength(n: number, bytes: number, name: string): Promise<ChunkedAnswer> {
  const upload = chunkedUpload(app.address, { token: tokenOf(n), pid: root, name });
  const piece = Buffer.alloc(MB, n + 1);
  for (let sent = 0; sent < bytes; sent += piece.length) await upload.send(piece);
  return upload.finish();
}

describe('a request without Content-Length', () => {
  it('reserves 64 MiB at a time: four of them never use the reserve, and other calls still work', async () => {
    const name = '待删.txt';
    const file = await buildFile(app, { projectId, by: people[0]?.id ?? 0, folderId: root, name });
    disk = smallDisk(app.env.DATA_DIR, 400 * MB);
    const answers = await Promise.all([0, 1, 2, 3].map((n) => sendWithoutLength(n, 120 * MB, `四路${n}.bin`)));
    expect(disk.lowest()).toBeGreaterThan(0);
    for (const { status, body } of answers) {
      expect([0, 507]).toContain(status); // 0: the refusal closed the connection during the transfer
      if (body) expect(body).toMatchObject({ code: 1016, msg: expect.stringContaining('no storage space left') });
    }
    expect(await open()).toEqual([]);
    expect(await readdir(uploadDir())).toEqual([]);
    expect(await app.signIn(people[0]?.account ?? '', PASSWORD)).not.toBe('');
    const { code } = await app.call(files.index, { project_id: projectId }, { token: tokenOf(0) });
    expect(code).toBe(0);
    const del = await app.call(files.del, { file_ids: JSON.stringify([file.id]) }, { token: tokenOf(0) });
    expect(del.code).toBe(0);
  });

  it('grows by one reservation at a time up to the file limit, and is stored byte by byte', async () => {
    const upload = chunkedUpload(app.address, { token: tokenOf(1), pid: root, name: '长.bin' });
    const hash = createHash('sha256');
    const pieces = Array.from({ length: 9 }, () => randomBytes(10 * MB));
    const seen = new Set<number>();
    for (const piece of pieces) {
      hash.update(piece);
      await upload.send(piece);
      for (const { reserved } of await open()) seen.add(reserved);
    }
    const { body } = await upload.finish();
    expect(body).toMatchObject({ code: 0 });
    expect([...seen].every((reserved) => reserved === STEP || reserved === 2 * STEP)).toBe(true);
    expect(seen.has(2 * STEP)).toBe(true);
    const versions = await app.call(files.versions, { file_id: body?.data?.file_id }, { token: tokenOf(1) });
    expect(versions.data.list[0].sha256).toBe(hash.digest('hex'));
  });

  it('stops at the file limit and leaves nothing', async () => {
    const upload = chunkedUpload(app.address, { token: tokenOf(1), pid: root, name: '超.bin' });
    for (let sent = 0; sent < MAX; sent += 10 * MB) await upload.send(Buffer.alloc(10 * MB));
    await upload.send(Buffer.alloc(1));
    expect((await upload.finish()).body).toMatchObject({ code: 1015 });
    expect(await open()).toEqual([]);
    expect(await readdir(uploadDir())).toEqual([]);
  });
});

describe('the row of an upload in one request', () => {
  it('exists before its first byte, with the size that the request declares', async () => {
    const upload = chunkedUpload(app.address, { token: tokenOf(1), pid: root, name: '申报.bin', length: 5 * MB });
    await upload.send(Buffer.alloc(MB));
    await vi.waitFor(async () => expect(await open()).toHaveLength(1));
    const [row] = await open();
    expect(row?.reserved).toBeGreaterThanOrEqual(5 * MB);
    expect(row?.reserved).toBeLessThan(5 * MB + 1000);
    for (let sent = 1; sent < 5; sent += 1) await upload.send(Buffer.alloc(MB));
    expect((await upload.finish()).body).toMatchObject({ code: 0 });
    const { rows } = await app.platform.db.pool.query('select size, reserved, counting from upload');
    expect(rows).toEqual([{ size: 5 * MB, reserved: 5 * MB, counting: false }]);
  });

  it('is deleted with its file after its process died, with any number of received bytes', async () => {
    const { rules, files: received } = app.modules.files.uploads;
    vi.spyOn(received, 'write').mockImplementation(() => new Promise(() => undefined)); // the process hangs
    const upload = chunkedUpload(app.address, { token: tokenOf(1), pid: root, name: '死.bin', length: 100 });
    await upload.send(Buffer.alloc(10));
    await vi.waitFor(async () => expect(await readdir(uploadDir())).toHaveLength(1));
    const [row] = await open();
    const key = row?.key ?? '';
    await truncate(received.path(key), row?.size ?? 0); // as many as it declared, including the multipart framing
    expect(await app.call(files.uploadCommit, { uploadId: key }, { token: tokenOf(1) })).not.toMatchObject({ code: 0 });
    await app.modules.files.sweepUploads();
    expect(await open()).toHaveLength(1); // its lease is live
    await app.platform.db.pool.query(
      `update upload set lock_holder = 'dead', lock_until = now(), touched_at = now() - interval '2 minutes' where key = $1`,
      [key],
    );
    await app.modules.files.sweepUploads();
    expect(await open()).toEqual([]);
    expect(existsSync(received.path(key))).toBe(false);
    await expect(rules.allow(key, 0, 1)).rejects.toMatchObject({ code: 1006 }); // a hung process that continues
    upload.cut();
  });
});

describe('the writer', () => {
  it('stops at the reserve of a disk that filled meanwhile; received bytes stay, and the upload resumes at that offset', async () => {
    disk = smallDisk(app.env.DATA_DIR, 400 * MB);
    const bytes = randomBytes(40 * MB);
    const { path, status } = await start(1, bytes.length, '续.bin');
    expect(status).toBe(201);
    disk.taken = (await disk.free()) - 20 * MB;
    const refused = await patch(1, path, 0, bytes).catch(() => null); // null: the refusal closed the connection
    if (refused) expect(refused).toMatchObject({ status: 507, body: { code: 1016 } });
    expect(disk.lowest()).toBeGreaterThan(0);
    const { size: came } = await stat(join(uploadDir(), keyIn(path)));
    expect(came).toBeGreaterThan(10 * MB);
    disk.taken = 0;
    const head = await tusRequest(app.address, 'HEAD', path, { token: tokenOf(1) });
    expect(head.headers.get('upload-offset')).toBe(String(came));
    const done = await patch(1, path, came, bytes.subarray(came));
    expect(done.body?.code).toBe(0);
    const stored = done.body?.data as { file_id: number };
    const { data } = await app.call(files.versions, { file_id: stored.file_id }, { token: tokenOf(1) });
    expect(data.list[0].sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('answers 507 when the system reports a full disk, also in one request', async () => {
    const { files: received } = app.modules.files.uploads;
    vi.spyOn(received, 'create').mockImplementation(async (id) => {
      await writeFile(join(uploadDir(), '.keep'), '');
      symlinkSync('/dev/full', received.path(id));
    });
    const answer = await fetch(`${app.address}${uploadFile.path}?pid=${root}`, {
      method: 'POST',
      headers: { 'x-token': tokenOf(1) },
      body: formOf(Buffer.alloc(200_000, 1), '满.bin'),
    });
    expect(answer.status).toBe(507);
    expect(await answer.json()).toMatchObject({ code: 1016 });
    expect(await open()).toEqual([]);
  });
});

describe('a reservation without a byte for ten minutes', () => {
  it('ends: other uploads may use its space, received bytes stay, and the upload reserves again when it resumes', async () => {
    const free = vi.spyOn(app.platform.disk, 'free').mockResolvedValue(4 * MB);
    const { path } = await start(1, MB, '停.bin');
    await patch(1, path, 0, Buffer.alloc(100_000, 1));
    expect((await start(1, 40_000, '一人.bin')).status).toBe(507); // one user holds a quarter of the disk
    await ago(path, 590, 'byte_at');
    await app.modules.files.sweepUploads();
    expect(await open()).toMatchObject([{ reserved: MB }]);
    await ago(path, 601, 'byte_at');
    await app.modules.files.sweepUploads();
    expect(await open()).toMatchObject([{ size: MB, reserved: 100_000, received: 100_000 }]);
    const other = await start(1, 900_000, '一人.bin');
    expect(other.status).toBe(201);
    expect(await patch(1, path, 100_000, Buffer.alloc(10, 1))).toMatchObject({ status: 507 });
    expect(await open()).toMatchObject([{ received: 100_000 }, {}]);
    free.mockRestore();
    expect((await patch(1, path, 100_000, Buffer.alloc(900_000, 1))).body?.code).toBe(0);
    expect((await tusRequest(app.address, 'DELETE', other.path, { token: tokenOf(1) })).status).toBe(204);
  });

  it('stays when a byte arrives while the timer checks it', async () => {
    const { path } = await start(1, 1000, '恰到.bin');
    await ago(path, 700, 'byte_at');
    const { files: received } = app.modules.files.uploads;
    const look = received.received.bind(received);
    vi.spyOn(received, 'received').mockImplementationOnce(async (id) => {
      const before = await look(id);
      expect((await patch(1, path, 0, Buffer.alloc(10))).status).toBe(204);
      return before;
    });
    await app.modules.files.sweepUploads();
    expect(await open()).toMatchObject([{ reserved: 1000, received: 10 }]);
  });

  it('stays while a writer holds the upload', async () => {
    const { path } = await start(1, 1000, '在写.bin');
    await ago(path, 700, 'byte_at');
    await app.modules.files.uploads.locker.alone(keyIn(path), () => app.modules.files.sweepUploads());
    expect(await open()).toMatchObject([{ reserved: 1000 }]);
    await app.modules.files.sweepUploads();
    expect(await open()).toMatchObject([{ reserved: 0 }]);
  });
});

function formOf(bytes: Buffer, name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}
