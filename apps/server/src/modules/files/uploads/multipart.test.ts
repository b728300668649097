import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as files from '@prdm/contract/files';
import { uploadFile } from '@prdm/contract/files/multipart';
import { buildPerson, buildProject, PASSWORD, rootFolder } from '../../../testing/worlds/builders.ts';
import { sendForm } from '../../../testing/worlds/forms.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

const MAX = 32_000_000;
let app: TestApp;
let projectId: number;
let root: number;
const tokens: Record<string, string> = {};
const tokenOf = (name: string): string => tokens[name] ?? '';
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

beforeAll(async () => {
  app = await startApp({ works: false, env: { UPLOAD_MAX_BYTES: String(MAX) } });
  const ids: Record<string, number> = {};
  for (const name of ['manager', 'designer', 'partner', 'stranger']) {
    const built = await buildPerson(app, { name });
    ids[name] = built.id;
    tokens[name] = await app.signIn(built.account, PASSWORD);
  }
  const project = await buildProject(app, {
    managerId: ids.manager,
    members: [
      { id: ids.designer ?? 0, roles: ['designer'] },
      { id: ids.partner ?? 0, roles: ['partner'] },
    ],
  });
  projectId = project.id;
  root = await rootFolder(app, projectId);
}, 60_000);
afterAll(async () => app.stop());

const addressOf = (pid: number) => `${app.address}${uploadFile.path}?pid=${pid}`;
const send = (who: string, bytes: Buffer, name: string, pid = root) =>
  sendForm(addressOf(pid), tokenOf(who), [['file', { bytes, name }]]);
async function namesIn(): Promise<string[]> {
  const { data } = await app.call(files.index, { project_id: projectId, size: 200 }, { token: tokenOf('manager') });
  return data.list.map((entry: { name: string }) => entry.name);
}
/** The content of the upload folder and the reservations: both are empty without a running upload. */
async function leftovers(): Promise<unknown[]> {
  const { rows } = await app.platform.db.pool.query(`select key from upload where status = 'receiving'`);
  return [...(await readdir(app.modules.files.uploads.files.nameCache)), ...rows];
}

describe('a file sent in one request', () => {
  it('[UP-013] as multipart is stored byte by byte, under its name, and emits the events of every upload', async () => {
    const bytes = randomBytes(5_000_000);
    const { code, data } = await send('designer', bytes, '说明 (1).pdf');
    expect(code).toBe(0);
    expect(data).toMatchObject({ name: '说明 (1).pdf', version_no: 1, folder_id: root });
    const { url } = (await app.call(files.download, { file_id: data.file_id }, { token: tokenOf('manager') })).data;
    const got = Buffer.from(await (await fetch(app.address + url)).arrayBuffer());
    expect(sha(got)).toBe(sha(bytes));
    const { rows } = await app.platform.db.pool.query(
      `select after->>'sha256' as sha256 from action_log where event = 'files.stored' and target_id = $1`,
      [data.file_id],
    );
    expect(rows).toEqual([{ sha256: sha(bytes) }]);
    expect(await leftovers()).toEqual([]);
  });

  it('with a taken name becomes its next version; with an invalid name is refused', async () => {
    const first = (await send('designer', Buffer.from('one'), '变更单.txt')).data;
    const second = (await send('designer', Buffer.from('two'), '变更单.txt')).data;
    expect(second).toMatchObject({ file_id: first.file_id, version_no: 2 });
    expect(await send('designer', Buffer.from('x'), 'a\u202Etxt.exe')).toMatchObject({ code: 1001 });
    expect(await send('designer', Buffer.alloc(0), '空.txt')).toMatchObject({ code: 0 });
    expect(await leftovers()).toEqual([]);
  });

  it('needs the right to create: no partner, no user outside the project, no archived project', async () => {
    const before = await namesIn();
    expect(await send('partner', Buffer.from('x'), 'p.txt')).toMatchObject({ code: 1005 });
    expect(await send('stranger', Buffer.from('x'), 's.txt')).toMatchObject({ code: 444 });
    expect(await sendForm(addressOf(root), null, [['file', { bytes: Buffer.from('x'), name: 'n.txt' }]])).toMatchObject(
      {
        code: 5,
      },
    );
    expect(await send('designer', Buffer.from('x'), 'u.txt', 987_654)).toMatchObject({ code: 444 });
    await app.platform.db.pool.query(`update project set status = 'archived' where id = $1`, [projectId]);
    expect(await send('designer', Buffer.from('x'), 'a.txt')).toMatchObject({ code: 443 });
    await app.platform.db.pool.query(`update project set status = 'ongoing' where id = $1`, [projectId]);
    expect(await namesIn()).toEqual(before);
    expect(await leftovers()).toEqual([]);
  });

  it('over the limit, with a second file or with another part leaves nothing', async () => {
    const before = await namesIn();
    expect(await send('designer', randomBytes(MAX + 1), 'big.bin')).toMatchObject({ code: 1015 });
    const file = { bytes: Buffer.from('x'), name: 'x.txt' };
    for (const parts of [
      [
        ['file', file],
        ['file', file],
      ],
      [['other', file]],
      [
        ['pid', '1'],
        ['file', file],
      ],
      [],
    ] as const)
      expect(await sendForm(addressOf(root), tokenOf('designer'), parts)).toMatchObject({ code: 1001 });
    expect(await namesIn()).toEqual(before);
    expect(await leftovers()).toEqual([]);
  });

  it.each(['../../m5.txt', '/etc/m5.txt', 'a/m5.txt', 'a\\m5.txt', 'C:\\a\\m5.txt', '..', 'm5.txt/'])(
    'whose file is called %s is refused, not stored under another name',
    async (name) => {
      const before = await namesIn();
      const part = `--b\r\ncontent-disposition: form-data; name="file"; filename*=UTF-8''${encodeURIComponent(name)}\r\n\r\nx\r\n--b--\r\n`;
      const answer = await app.app.inject({
        method: 'POST',
        url: `${uploadFile.path}?pid=${root}`,
        headers: { 'x-token': tokenOf('designer'), 'content-type': 'multipart/form-data; boundary=b' },
        payload: part,
      });
      expect(answer.json()).toMatchObject({ code: 1001, data: { field: 'file' } });
      expect(await send('designer', Buffer.from('x'), name)).toMatchObject({ code: 1001, data: { field: 'file' } });
      expect(await namesIn()).toEqual(before);
      expect(await leftovers()).toEqual([]);
    },
  );

  it('with a body that is no form is refused at once', async () => {
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx';
    for (const payload of ['', 'x', '{}', '--b', '--b--', '--b\r\n\r\n', part, `${part}\r\n--b`]) {
      const answer = await app.app.inject({
        method: 'POST',
        url: `${uploadFile.path}?pid=${root}`,
        headers: { 'x-token': tokenOf('designer'), 'content-type': 'multipart/form-data; boundary=b' },
        payload,
      });
      expect([payload, answer.json<{ code: number }>().code]).not.toEqual([payload, 0]);
    }
    const typed = (type: string) =>
      app.app.inject({
        method: 'POST',
        url: `${uploadFile.path}?pid=${root}`,
        headers: { 'x-token': tokenOf('designer'), 'content-type': type },
        payload: 'x',
      });
    expect((await typed('multipart/form-data')).statusCode).toBe(415);
    expect((await typed('multipart/form-data; charset=utf-8')).statusCode).toBe(400);
    expect((await typed('application/json')).statusCode).toBe(415);
    expect(await leftovers()).toEqual([]);
  });

  it('that is interrupted leaves nothing', async () => {
    const before = await namesIn();
    const { port } = new URL(app.address);
    const sending = request({
      port,
      path: `${uploadFile.path}?pid=${root}`,
      method: 'POST',
      headers: {
        'x-token': tokenOf('designer'),
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': '9000000',
      },
    });
    sending.on('error', () => undefined);
    sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="half.bin"\r\n\r\n');
    sending.write(randomBytes(2_000_000));
    await vi.waitFor(async () => expect(await leftovers()).toHaveLength(2)); // the row and the bytes
    sending.destroy();
    await vi.waitFor(async () => expect(await leftovers()).toEqual([]));
    expect(await namesIn()).toEqual(before);
  });
});
