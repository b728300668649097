import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as files from '@prdm/contract/files';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, buildProject, PASSWORD, rootFolder, theEnterprise } from '../../../testing/worlds/builders.ts';
import { begin, send, tusRequest } from '../../../testing/worlds/uploads.ts';
import { sliceDb, type ModuleDb } from '../../../platform/db.ts';
import { systemActor } from '../../../platform/actor.ts';
import type { DB } from '../../../platform/db-types.ts';

let app: TestApp;
let projectId: number;
let root: number;
let designer: { id: number; token: string };
let manager: { id: number; token: string };
let uploads: ModuleDb<Pick<DB, 'upload'>>;
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const idIn = (path: string): string => /([0-9a-f]{32})/.exec(path)?.[1] ?? '';

beforeAll(async () => {
  app = await startApp({ works: false });
  uploads = sliceDb(app.platform.db, 'upload');
  const person = async (name: string) => {
    const built = await buildPerson(app, { name });
    return { id: built.id, token: await app.signIn(built.account, PASSWORD) };
  };
  manager = await person('manager');
  designer = await person('designer');
  const project = await buildProject(app, {
    managerId: manager.id,
    members: [{ id: designer.id, roles: ['designer'] }],
  });
  projectId = project.id;
  root = await rootFolder(app, projectId);
}, 60_000);
afterAll(async () => app.stop());

const start = (size: number, filename: string) => begin(app.address, designer.token, root, size, { filename });
const patch = (path: string, offset: number, body: Buffer) =>
  tusRequest(app.address, 'PATCH', path, { token: designer.token, headers: { 'upload-offset': String(offset) }, body });
const head = (path: string) => tusRequest(app.address, 'HEAD', path, { token: designer.token });
const commit = (path: string, token = designer.token) =>
  app.call(files.uploadCommit, { uploadId: idIn(path) }, { token });
const find = async (word: string) =>
  (await app.call(files.search, { project_id: projectId, word }, { token: manager.token })).data.list;
const uploadDir = () => join(app.env.DATA_DIR, 'uploads');

/** Shifts the times of one upload back, by the clock of the database. */
const idle = (path: string, seconds: number) =>
  uploads.read
    .updateTable('upload')
    .set({ touched_at: new Date(Date.now() - seconds * 1000) })
    .where('key', '=', idIn(path))
    .execute();

/** A PATCH whose sender stops in the middle and keeps the connection open, like a hung client. */
function stuckPatch(
  path: string,
  body: Buffer,
  { offset = 0, chunked = false } = {},
): Promise<{ end(): void; answered: Promise<number> }> {
  return new Promise((resolve) => {
    const request = httpRequest(`${app.address}${path}`, {
      method: 'PATCH',
      headers: {
        'x-token': designer.token,
        'tus-resumable': '1.0.0',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length * 4) }),
      },
    });
    const answered = new Promise<number>((done) => {
      request.on('response', (response) => done(response.resume().statusCode ?? 0));
      request.on('error', () => done(0));
    });
    request.write(body, () => setTimeout(() => resolve({ end: () => request.destroy(), answered }), 150));
  });
}

describe('an interrupted upload', () => {
  it('resumes at its offset when the server asks its writers to stop', async () => {
    const bytes = randomBytes(8_000_000);
    let stops = 0;
    const offsets: number[] = [];
    const { answer } = await send({
      address: app.address,
      token: designer.token,
      pid: root,
      bytes,
      name: '断点.bin',
      chunkSize: 2_000_000,
      onProgress(sent) {
        if (stops < 3 && sent > (stops + 1) * 2_000_000) {
          stops += 1;
          app.modules.files.uploads.locker.releaseAll();
        }
      },
      onRequest: (request) => {
        const offset = request.getHeader('Upload-Offset');
        if (request.getMethod() === 'PATCH' && offset) offsets.push(Number(offset));
      },
    });
    expect(stops).toBe(3);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    const { data } = await app.call(files.versions, { file_id: answer?.data.file_id }, { token: designer.token });
    expect(data.list[0].sha256).toBe(sha(bytes));
  });

  it('has one writer: of two at one offset one wins, and a hung one is replaced within two seconds', async () => {
    const bytes = randomBytes(200_000);
    const { path } = await start(bytes.length, '两人.bin');
    const stuck = await stuckPatch(path, bytes.subarray(0, 50_000));
    const began = Date.now();
    const second = await patch(path, 0, bytes);
    expect(Date.now() - began).toBeLessThan(3000);
    expect(second).toMatchObject({ status: 409, body: { code: 1008, msg: expect.stringContaining('继续上传') } });
    expect([204, 423]).toContain(await stuck.answered);
    stuck.end();
    expect((await head(path)).headers.get('upload-offset')).toBe('50000');
    expect((await patch(path, 50_000, bytes.subarray(50_000))).body?.code).toBe(0);
    const both = await start(10, '同时.bin');
    const answers = await Promise.all([patch(both.path, 0, Buffer.alloc(10)), patch(both.path, 0, Buffer.alloc(10))]);
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(200);
    expect([204, 409, 423]).toContain(statuses[1]);
    expect(await find('同时')).toHaveLength(1);
  });

  it('is taken over from a dead process within ten seconds', async () => {
    const { path } = await start(4, '死锁.bin');
    expect(await app.modules.files.uploads.locker.newLock('0'.repeat(32)).unlock()).toBeUndefined();
    await uploads.read
      .updateTable('upload')
      .set({ lock_holder: 'dead', lock_until: new Date(Date.now() + 6000) })
      .where('key', '=', idIn(path))
      .execute();
    const began = Date.now();
    expect((await patch(path, 0, Buffer.from('data'))).status).toBe(200);
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(Date.now() - began).toBeGreaterThan(4000);
  });
});

describe('an upload with a lost last answer', () => {
  it('is finished once by the commit call, and every repetition returns the same answer', async () => {
    const { path } = await start(5, '收尾.txt');
    const broken = vi.spyOn(app.platform.storage, 'adopt').mockRejectedValueOnce(new Error('killed here'));
    expect((await patch(path, 0, Buffer.from('hello'))).status).toBe(500);
    broken.mockRestore();
    expect(await find('收尾')).toEqual([]);
    const state = await head(path);
    expect([state.status, state.headers.get('upload-offset')]).toEqual([200, '5']);
    const first = await commit(path);
    expect(first).toMatchObject({ code: 0, data: { version_no: 1, name: '收尾.txt' } });
    const again = await Promise.all([commit(path), commit(path), commit(path)]);
    for (const answer of again) expect(answer.data).toEqual(first.data);
    const after = await head(path);
    expect([after.status, after.headers.get('upload-offset'), after.headers.get('upload-length')]).toEqual([
      200,
      '5',
      '5',
    ]);
    expect((await patch(path, 5, Buffer.alloc(0))).status).toBe(204);
    expect((await tusRequest(app.address, 'DELETE', path, { token: designer.token })).status).toBe(410);
    expect(await find('收尾')).toHaveLength(1);
  });

  it('accepts no more once it is stored: bytes past its end are refused, with and without Content-Length', async () => {
    const { path } = await start(5, '多余.txt');
    expect((await patch(path, 0, Buffer.from('hello'))).body?.code).toBe(0);
    expect(await patch(path, 5, Buffer.from('!'))).toMatchObject({ status: 413, body: { code: 1015 } });
    expect((await patch(path, 4, Buffer.from('o'))).body?.msg).toContain('继续上传');
    const untold = await stuckPatch(path, Buffer.from('!'), { offset: 5, chunked: true });
    expect(await untold.answered).toBe(413);
    untold.end();
    expect((await patch(path, 5, Buffer.alloc(0))).status).toBe(204);
    expect(await find('多余')).toMatchObject([{ size: 5, version_no: 1 }]);
  });

  it('is finished by the timer too, and only once by parallel finishers', async () => {
    const broken = vi.spyOn(app.platform.storage, 'adopt').mockRejectedValueOnce(new Error('killed here'));
    const { path } = await start(3, '定时.txt');
    await patch(path, 0, Buffer.from('abc'));
    broken.mockRestore();
    await app.modules.files.sweepUploads();
    expect(await find('定时')).toEqual([]); // a recent change: the client may still finish it
    await idle(path, 120);
    await Promise.all([app.modules.files.sweepUploads(), commit(path), app.modules.files.sweepUploads()]);
    expect(await find('定时')).toMatchObject([{ version_no: 1 }]);
  });

  it('cannot be finished before all bytes have arrived', async () => {
    const { path } = await start(10, '一半.txt');
    await patch(path, 0, Buffer.from('half '));
    expect((await commit(path)).code).toBe(1008);
    await idle(path, 120);
    await app.modules.files.sweepUploads();
    expect((await head(path)).headers.get('upload-offset')).toBe('5');
    await idle(path, 24 * 3600 + 1);
    await app.modules.files.sweepUploads();
    expect((await head(path)).status).toBe(404);
    expect(existsSync(join(uploadDir(), idIn(path)))).toBe(false);
  });
});

describe('loss of the right to create', () => {
  it('ends the upload at the next request and at the finish: no file is listed and the timer deletes the bytes', async () => {
    const actor = { ...systemActor(await theEnterprise(app)), userId: manager.id };
    const remove = () =>
      app.platform.db.transaction((trx) => app.modules.projects.removeMember(trx, actor, projectId, designer.id));
    const broken = vi.spyOn(app.platform.storage, 'adopt').mockRejectedValueOnce(new Error('killed here'));
    const whole = await start(4, '全部.txt');
    await patch(whole.path, 0, Buffer.from('data'));
    broken.mockRestore();
    const half = await start(100, '半途.txt');
    await patch(half.path, 0, Buffer.alloc(50));
    await remove();
    expect((await patch(half.path, 50, Buffer.alloc(50))).status).toBe(404);
    expect((await commit(whole.path)).code).toBe(1006);
    await idle(whole.path, 120);
    await app.modules.files.sweepUploads();
    expect(existsSync(join(uploadDir(), idIn(whole.path)))).toBe(false);
    await app.platform.db.transaction((trx) =>
      app.modules.projects.addMember(trx, actor, projectId, { userId: designer.id, roleKeysOrIds: ['designer'] }),
    );
    expect((await commit(whole.path)).code).toBe(1016);
    expect(await find('全部')).toEqual([]);
    expect(await find('半途')).toEqual([]);
  });
});

describe('a full disk', () => {
  it('answers 507 with a text during the upload, keeps the received bytes, and other calls still work', async () => {
    const { path } = await start(300_000, '满盘.bin');
    await patch(path, 0, Buffer.alloc(0));
    const file = join(uploadDir(), idIn(path));
    rmSync(file);
    symlinkSync('/dev/full', file);
    const full = await patch(path, 0, Buffer.alloc(300_000, 1));
    expect(full).toMatchObject({ status: 507, body: { code: 1016, msg: '服务器存储空间不足，请联系管理员' } });
    expect((await find('合同')).length).toBeGreaterThan(0);
    expect((await tusRequest(app.address, 'DELETE', path, { token: designer.token })).status).toBe(204);
  });

  it('refuses an upload that does not fit at the start, counting the reservations of others', async () => {
    const promised = readdirSync(uploadDir()).length;
    const free = vi.spyOn(app.platform.disk, 'free').mockResolvedValue(4_000_000);
    const first = await start(900_000, '预留.bin');
    expect(first.status).toBe(201);
    expect((await start(900_000, '预留2.bin')).status).toBe(507);
    await patch(first.path, 0, Buffer.alloc(899_000));
    free.mockResolvedValue(101_000);
    expect((await begin(app.address, manager.token, root, 25_000, { filename: '预留3.bin' })).status).toBe(201);
    free.mockRestore();
    expect(readdirSync(uploadDir()).length).toBe(promised + 2);
  });
});
