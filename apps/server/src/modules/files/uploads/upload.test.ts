import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as files from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import { sliceDb } from '../../../platform/db.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildFolder, buildPerson, buildProject, PASSWORD, rootFolder } from '../../../testing/worlds/builders.ts';
import { begin, metadata, send, tusRequest } from '../../../testing/worlds/uploads.ts';

const MAX = 32_000_000;
let app: TestApp;
let projectId: number;
let root: number;
const people: Record<string, { id: number; token: string }> = {};
const tokenOf = (name: string): string => people[name]?.token ?? '';
const as = (name: string) => ({ token: tokenOf(name) });
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  app = await startApp({ works: false, env: { UPLOAD_MAX_BYTES: String(MAX) } });
  for (const name of ['manager', 'designer', 'reviewer', 'partner', 'stranger']) {
    const built = await buildPerson(app, { name });
    people[name] = { id: built.id, token: await app.signIn(built.account, PASSWORD) };
  }
  const member = (name: string, role: 'designer' | 'reviewer' | 'partner') => ({
    id: people[name]?.id ?? 0,
    roles: [role],
  });
  const project = await buildProject(app, {
    managerId: people.manager?.id,
    members: [member('designer', 'designer'), member('reviewer', 'reviewer'), member('partner', 'partner')],
  });
  projectId = project.id;
  root = await rootFolder(app, projectId);
}, 60_000);
afterAll(async () => app.stop());

const sending = (who: string, bytes: Buffer, more: Partial<Parameters<typeof send>[0]> = {}) =>
  send({ address: app.address, token: tokenOf(who), pid: root, bytes, ...more });

async function namesIn(pid: number): Promise<string[]> {
  const { data } = await app.call(files.index, { project_id: projectId, pid, size: 200 }, as('manager'));
  return data.list.map((entry: { name: string }) => entry.name);
}
async function contentOf(fileId: number): Promise<Buffer> {
  const { data } = await app.call(files.download, { file_id: fileId }, as('manager'));
  return Buffer.from(await (await fetch(`${app.address}${data.url}`)).arrayBuffer());
}

describe('an upload', () => {
  it('[UP-006] [UP-014] of 30 MB arrives in chunks at the address with ?pid= and is stored byte by byte', async () => {
    const bytes = randomBytes(30_000_000);
    const seen: string[] = [];
    const { answer } = await sending('designer', bytes, {
      name: '首层平面图.dwg',
      chunkSize: 10_000_000,
      onRequest: (request) => seen.push(`${request.getMethod()} ${request.getURL().replace(/[0-9a-f]{32}/, 'ID')}`),
    });
    const part = `PATCH ${app.address}/apis/upload/chunk/ID?pid=${root}`;
    expect(seen).toEqual([`POST ${app.address}/apis/upload/chunk?pid=${root}`, part, part, part]);
    expect(answer).toMatchObject({ code: 0, data: { version_no: 1, folder_id: root, name: '首层平面图.dwg' } });
    const fileId = answer?.data.file_id ?? 0;
    const stored = (await app.call(files.versions, { file_id: fileId }, as('partner'))).data.list[0];
    expect(stored).toMatchObject({ no: 1, size: 30_000_000, sha256: sha(bytes), creator: 'designer' });
    expect(sha(await contentOf(fileId))).toBe(sha(bytes));
  });

  it('accepts an empty file, and treats a name with markup as plain text', async () => {
    const { answer } = await sending('designer', Buffer.alloc(0), { name: '<svg onload=alert(1)>.txt' });
    expect(answer).toMatchObject({ code: 0, data: { name: '<svg onload=alert(1)>.txt' } });
    expect((await contentOf(answer?.data.file_id ?? 0)).length).toBe(0);
  });

  it('with an existing name becomes the next version, for users with create and edit', async () => {
    const first = await sending('designer', Buffer.from('one'), { name: '说明.txt' });
    const second = await sending('designer', Buffer.from('two'), { name: '说明.TXT' });
    expect(second.answer?.data).toMatchObject({ file_id: first.answer?.data.file_id, version_no: 2, name: '说明.txt' });
    const refused = await begin(app.address, tokenOf('reviewer'), root, 5, { filename: '说明.txt' });
    expect(refused).toMatchObject({ status: 403, body: { code: 1005 } });
    expect((await sending('reviewer', Buffer.from('mine'), { name: '意见.txt' })).answer?.code).toBe(0);
    const viewer = await begin(app.address, tokenOf('partner'), root, 5, { filename: 'x.txt' });
    expect(viewer).toMatchObject({ status: 403, body: { code: 1005 } });
  });

  it('of a folder creates only the missing folders', async () => {
    const names = ['图纸/建筑/平面.dwg', '图纸/建筑/立面.dwg', '图纸/结构/基础.dwg', '图纸/总说明.txt'];
    for (const relativePath of names)
      await sending('reviewer', Buffer.from(relativePath), { name: relativePath.split('/').at(-1), relativePath });
    const top = (await app.call(files.index, { project_id: projectId }, as('manager'))).data.list.filter(
      (entry: { name: string }) => entry.name === '图纸',
    );
    expect(top).toHaveLength(1);
    expect(top[0]).toMatchObject({ file_total: 4 });
    expect(await namesIn(top[0].id)).toEqual(['建筑', '结构', '总说明.txt']);
    const refused = await begin(app.address, tokenOf('partner'), root, 5, { filename: 'a', relativePath: 'b/a' });
    expect(refused.status).toBe(403);
  });

  it('[UP-018] beyond the limit is refused before a byte is sent, with the message as envelope', async () => {
    const fits = await begin(app.address, tokenOf('designer'), root, MAX, { filename: 'fits.bin' });
    expect(fits.status).toBe(201);
    const tooBig = await begin(app.address, tokenOf('designer'), root, MAX + 1, { filename: 'big.bin' });
    expect(tooBig).toMatchObject({ status: 413, body: { code: 1015, msg: '超出上传限制' } });
    expect(LIMITS.uploadBytes).toBe(5_368_709_120);
    const open = await tusRequest(app.address, 'PATCH', fits.path, {
      token: tokenOf('designer'),
      headers: { 'upload-offset': '0' },
      body: Buffer.alloc(MAX + 1),
    });
    expect(open.status).toBe(413);
    await tusRequest(app.address, 'DELETE', fits.path, { token: tokenOf('designer') });
  });

  it('may carry its bytes in the first request', async () => {
    const answer = await tusRequest(app.address, 'POST', `${files.uploadCreate.path}?pid=${root}`, {
      token: tokenOf('designer'),
      headers: {
        'upload-length': '4',
        'upload-metadata': metadata({ filename: '一次.txt' }),
        'content-type': 'application/offset+octet-stream',
      },
      body: Buffer.from('once'),
    });
    expect(answer).toMatchObject({ status: 201, body: { code: 0, data: { name: '一次.txt', version_no: 1 } } });
  });

  it('with one name from many users at once becomes one file with as many versions and right counts', async () => {
    const pid = await buildFolder(app, { projectId, by: people.manager?.id ?? 0, name: '并发' });
    const one = Array.from({ length: 6 }, (_, n) =>
      sending('designer', Buffer.from(`v${n}`), { name: '同名.dwg', pid }),
    );
    const many = Array.from({ length: 4 }, (_, n) => sending('reviewer', Buffer.from('x'), { name: `${n}.dwg`, pid }));
    const sent = await Promise.all([...one, ...many]);
    const numbers = sent.slice(0, 6).map(({ answer }) => answer?.data.version_no);
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(sent.slice(0, 6).map(({ answer }) => answer?.data.file_id)).size).toBe(1);
    const { data } = await app.call(files.info, { folder_id: pid }, as('manager'));
    expect([data.file_total, data.size]).toEqual([5, 6]);
  });

  it('counts towards a limit of 100 open uploads per user', async () => {
    const uploads = sliceDb(app.platform.db, 'upload');
    const rows = Array.from({ length: 100 }, () => ({
      enterprise_id: 1,
      key: randomBytes(16).toString('hex'),
      user_id: people.manager?.id ?? 0,
      project_id: projectId,
      folder_id: root,
      name: 'x',
      size: 1,
    }));
    await uploads.read.insertInto('upload').values(rows).execute();
    const refused = await begin(app.address, tokenOf('manager'), root, 1, { filename: 'x' });
    expect(refused).toMatchObject({ status: 429, body: { code: 1007 } });
    await uploads.read
      .deleteFrom('upload')
      .where('user_id', '=', people.manager?.id ?? 0)
      .execute();
  });

  it('notifies the browsers of the project that the folder changed', async () => {
    const live = sliceDb(app.platform.db, 'live_message');
    await live.read.deleteFrom('live_message').execute();
    await sending('designer', Buffer.from('x'), { name: '通知.txt' });
    const notified = await live.read.selectFrom('live_message').select(['project_id', 'frame']).execute();
    expect(notified).toEqual([{ project_id: projectId, frame: { type: 'folder', id: root, project_id: projectId } }]);
  });

  it('is refused with deferred length, by GET, and without a session', async () => {
    const path = `${files.uploadCreate.path}?pid=${root}`;
    const headers = { 'upload-defer-length': '1', 'upload-metadata': 'filename eA==' };
    expect((await tusRequest(app.address, 'POST', path, { token: tokenOf('designer'), headers })).status).toBe(400);
    const anonymous = await tusRequest(app.address, 'POST', path, { headers: { 'upload-length': '1' } });
    expect(anonymous).toMatchObject({ status: 401, body: { code: 5 } });
    const one = await begin(app.address, tokenOf('designer'), root, 3, { filename: 'x' });
    expect((await tusRequest(app.address, 'GET', one.path, { token: tokenOf('designer') })).status).toBe(404);
    expect((await tusRequest(app.address, 'GET', path, { token: tokenOf('designer') })).status).toBe(405);
    await tusRequest(app.address, 'DELETE', one.path, { token: tokenOf('designer') });
  });
});

describe('an upload of another user', () => {
  it('answers 404 to every request, also under another folder', async () => {
    const { path } = await begin(app.address, tokenOf('designer'), root, 4, { filename: '我的.dwg' });
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      const options = {
        headers: { 'upload-offset': '0' },
        ...(method === 'PATCH' ? { body: Buffer.from('evil') } : {}),
      };
      for (const who of ['manager', 'reviewer', 'stranger'])
        expect((await tusRequest(app.address, method, path, { ...options, token: tokenOf(who) })).status).toBe(404);
      expect((await tusRequest(app.address, method, path, options)).status).toBe(401);
    }
    const other = await buildFolder(app, { projectId, by: people.manager?.id ?? 0 });
    const moved = path.replace(/pid=\d+/, `pid=${other}`);
    expect((await tusRequest(app.address, 'HEAD', moved, { token: tokenOf('designer') })).status).toBe(404);
    const mine = await tusRequest(app.address, 'HEAD', path, { token: tokenOf('designer') });
    expect([mine.status, mine.headers.get('upload-offset')]).toEqual([200, '0']);
    expect(
      (await app.call(files.uploadCommit, { uploadId: /([0-9a-f]{32})/.exec(path)?.[1] }, as('manager'))).code,
    ).toBe(1006);
    expect((await tusRequest(app.address, 'DELETE', path, { token: tokenOf('designer') })).status).toBe(204);
    expect((await tusRequest(app.address, 'HEAD', path, { token: tokenOf('designer') })).status).toBe(404);
  });
});

describe('names and paths', () => {
  it('that leave the folder or deceive are refused in every spelling, and leave nothing behind', async () => {
    const before = await namesIn(root);
    const bad = [
      '../x',
      'a/../x',
      '/etc/x',
      'a//x',
      'a/./x',
      'a\\b/x',
      '..\\x',
      'C:\\x/y\\z',
      'a/\u0000/x',
      'a/\u202e/x',
      `${'长'.repeat(86)}/x`,
      Array(27).fill('d').join('/'),
    ];
    for (const path of bad) {
      for (const relativePath of [path, path.normalize('NFD'), `ok/${path}`]) {
        const { status } = await begin(app.address, tokenOf('designer'), root, 1, { filename: 'x', relativePath });
        expect([relativePath, status]).toEqual([relativePath, 400]);
      }
    }
    for (const filename of ['', '..', 'a/b', 'a\\b', 'x\u0007', 'fdp\u202egpj.exe', 'ä'.repeat(128)]) {
      const { status, body } = await begin(app.address, tokenOf('designer'), root, 1, { filename });
      expect([filename, status, body?.code]).toEqual([filename, 400, 1001]);
    }
    // A percent code is not decoded: it is part of the name.
    const encoded = await sending('designer', Buffer.from('x'), { name: '%2e%2e%2fx' });
    expect(encoded.answer?.data.name).toBe('%2e%2e%2fx');
    expect((await namesIn(root)).toSorted()).toEqual([...before, '%2e%2e%2fx'].toSorted());
  });
});

describe('a request that the protocol refuses', () => {
  const path = `/apis/upload/chunk`;
  const refused = (lang: string, headers: Record<string, string>, method: 'POST' | 'PATCH' = 'POST', at = path) =>
    tusRequest(app.address, method, `${at}?pid=${root}`, {
      token: tokenOf('designer'),
      headers: { 'accept-language': lang, ...headers },
    });

  it('gets a text in the reader’s language, with the protocol’s reason', async () => {
    const size = { 'upload-length': 'many', 'upload-metadata': metadata({ filename: 'a.bin' }) };
    expect(await refused('en', size)).toMatchObject({
      status: 400,
      body: { code: 1, msg: 'The request cannot be read', data: { reason: expect.stringContaining('upload-length') } },
    });
    expect((await refused('zh', size)).body?.msg).toBe('请求无法识别');
    expect(await refused('zh', { 'tus-resumable': '0.2.2' })).toMatchObject({
      status: 400,
      body: { msg: '请求无法识别' },
    });
  });

  it('gets the name of the missing feature and logs no error', async () => {
    const alarm = vi.spyOn(app.platform.log, 'error');
    for (const [header, value] of [
      ['upload-defer-length', '1'],
      ['upload-concat', 'partial'],
    ] as const) {
      const answer = await refused('en', { [header]: value, 'upload-metadata': metadata({ filename: 'a.bin' }) });
      expect(answer).toMatchObject({ status: 400, body: { code: 1001, data: { field: header } } });
      expect(answer.body?.msg).toContain(header);
    }
    const open = await begin(app.address, tokenOf('designer'), root, 5, { filename: 'a.bin' });
    expect(open.status).toBe(201);
    expect((await refused('en', {}, 'PATCH', new URL(open.path, app.address).pathname)).status).toBe(403);
    expect(alarm).not.toHaveBeenCalled();
    alarm.mockRestore();
  });
});
