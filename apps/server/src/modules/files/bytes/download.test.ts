import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { logout } from '@prdm/contract/identity';
import { sign } from '../../../platform/crypto.ts';
import { sliceDb } from '../../../platform/db.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { setRights } from '../../../testing/worlds/folder-rights.ts';
import {
  buildFile,
  buildPerson,
  buildProject,
  PASSWORD,
  rootFolder,
  type BuiltFile,
} from '../../../testing/worlds/builders.ts';
import { begin } from '../../../testing/worlds/uploads.ts';

let app: TestApp;
let projectId: number;
let root: number;
let big: BuiltFile;
const SIZE = 2_500_000;
const bytes = randomBytes(SIZE);
const people: Record<string, { id: number; account: string; token: string }> = {};
const as = (name: string) => ({ token: people[name]?.token ?? '' });
const by = (): number => people.manager?.id ?? 0;

beforeAll(async () => {
  app = await startApp({ works: false });
  for (const name of ['manager', 'designer', 'partner', 'leaver']) {
    const built = await buildPerson(app, { name });
    people[name] = { ...built, token: await app.signIn(built.account, PASSWORD) };
  }
  const project = await buildProject(app, {
    managerId: by(),
    members: [
      { id: people.designer?.id ?? 0, roles: ['designer'] },
      { id: people.leaver?.id ?? 0, roles: ['designer'] },
      { id: people.partner?.id ?? 0, roles: ['partner'] },
    ],
  });
  projectId = project.id;
  root = await rootFolder(app, projectId);
  big = await buildFile(app, { projectId, by: by(), name: '总图.dwg', bytes });
}, 60_000);
afterAll(async () => app.stop());

const build = (name: string, content: Buffer | string) => buildFile(app, { projectId, by: by(), name, bytes: content });
const addressFor = async (who: string, file: BuiltFile, more: object = {}): Promise<string> =>
  (await app.call(files.download, { file_id: file.id, ...more }, as(who))).data?.url;
/** Reads every answer to its end: an open connection would keep the server from stopping. */
async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.address}${url}`, { headers });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body, text: body.toString() };
}
const logged = async (fileId: number) =>
  sliceDb(app.platform.db, 'action_log')
    .read.selectFrom('action_log')
    .select(['user_name', 'event'])
    .where('event', '=', 'files.downloaded')
    .where('target_id', '=', fileId)
    .execute();

describe('a download', () => {
  it('comes from an address below /apis without a token, whole, with its name, and never runs', async () => {
    const url = await addressFor('designer', big);
    expect(url).toMatch(/^\/apis\/file\/raw\?sign=/);
    const response = await get(url);
    expect(response.status).toBe(200);
    expect(response.body.equals(bytes)).toBe(true);
    const header = (name: string) => response.headers.get(name);
    expect(header('content-type')).toBe('application/octet-stream');
    expect(header('content-disposition')).toBe(
      `attachment; filename="__.dwg"; filename*=UTF-8''${encodeURIComponent('总图.dwg')}`,
    );
    expect(header('content-length')).toBe(String(SIZE));
    expect(header('accept-ranges')).toBe('bytes');
    expect(header('cache-control')).toBe('private, no-store');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-security-policy')).toContain('sandbox');
    expect(header('content-security-policy')).toContain("default-src 'none'");
    expect(header('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('returns any requested range, and the whole file for ranges that cannot be served', async () => {
    const url = await addressFor('designer', big);
    const tag = (await get(url, { range: 'bytes=0-0' })).headers.get('etag') ?? '';
    const cases: [Record<string, string>, number, number, number][] = [
      [{ range: 'bytes=0-0' }, 206, 0, 1],
      [{ range: 'bytes=0-99' }, 206, 0, 100],
      [{ range: 'bytes=1048575-1048577' }, 206, 1_048_575, 1_048_578],
      [{ range: 'bytes=2499999-' }, 206, SIZE - 1, SIZE],
      [{ range: 'bytes=2400000-9999999999' }, 206, 2_400_000, SIZE],
      [{ range: 'bytes=-100' }, 206, SIZE - 100, SIZE],
      [{ range: 'bytes=-9999999' }, 206, 0, SIZE],
      [{ range: 'bytes=0-9', 'if-range': tag }, 206, 0, 10],
      [{ range: 'bytes=0-9', 'if-range': '"other"' }, 200, 0, SIZE],
      [{ range: 'bytes=0-9', 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 200, 0, SIZE],
      [{ range: 'bytes=0-1,5-6' }, 200, 0, SIZE],
      [{ range: 'bytes=9-5' }, 200, 0, SIZE],
      [{ range: 'lines=0-9' }, 200, 0, SIZE],
      [{ range: 'bytes=abc' }, 200, 0, SIZE],
    ];
    for (const [headers, status, start, end] of cases) {
      const response = await get(url, headers);
      expect([headers, response.status]).toEqual([headers, status]);
      expect(response.body.equals(bytes.subarray(start, end))).toBe(true);
      const range = response.headers.get('content-range');
      expect(range).toBe(status === 206 ? `bytes ${start}-${end - 1}/${SIZE}` : null);
    }
    for (const range of ['bytes=2500000-', 'bytes=99999999-100000000', 'bytes=-0']) {
      const response = await get(url, { range });
      expect([range, response.status, response.headers.get('content-range')]).toEqual([range, 416, `bytes */${SIZE}`]);
    }
  });

  it('writes one row into the action log for any number of ranges', async () => {
    const file = await build('审计.dwg', '0123456789');
    const url = await addressFor('designer', file);
    await get(url, { range: 'bytes=0-4' });
    await get(url, { range: 'bytes=5-9' });
    expect(await logged(file.id)).toEqual([{ user_name: 'designer', event: 'files.downloaded' }]);
    await get(url);
    expect(await logged(file.id)).toHaveLength(2);
  });

  it('of an older version has its number in the name', async () => {
    const first = await build('版.dwg', 'one');
    await build('版.dwg', 'two');
    const url = await addressFor('designer', first, { version_id: first.versionId });
    const response = await get(url);
    expect(response.text).toBe('one');
    expect(response.headers.get('content-disposition')).toContain(`${encodeURIComponent('版')}%20%28v1%29.dwg`);
    const foreign = await app.call(files.download, { file_id: big.id, version_id: first.versionId }, as('designer'));
    expect(foreign.code).toBe(1006);
  });

  it('reports lost bytes', async () => {
    const file = await build('丢失.dwg', 'will be lost');
    const { sha256 } = (await app.call(files.versions, { file_id: file.id }, as('manager'))).data.list[0];
    await rm(app.platform.storage.localPath(sha256));
    const response = await get(await addressFor('manager', file), { 'accept-language': 'en' });
    expect([response.status, JSON.parse(response.text)]).toEqual([
      404,
      expect.objectContaining({ code: 1006, msg: 'The file has been deleted or lost' }),
    ]);
  });
});

describe('a signed address', () => {
  it('is refused with a changed character, after its expiry, and when it was never issued', async () => {
    const url = await addressFor('designer', big);
    const written = new URL(url, 'http://x').searchParams.get('sign') ?? '';
    for (let at = 0; at < written.length; at += 3) {
      const other = written[at] === '1' ? '2' : '1';
      const response = await get(`/apis/file/raw?sign=${written.slice(0, at)}${other}${written.slice(at + 1)}`);
      if (at < written.length - 1) expect([at, response.status]).toEqual([at, 410]);
    }
    expect((await get('/apis/file/raw?sign=x')).status).toBe(410);
    expect((await get('/apis/file/raw')).status).toBe(400);
    const [enterpriseId = 0] = await app.modules.organisation.enterpriseIds();
    const { value } = await sliceDb(app.platform.db, 'file_secret')
      .read.selectFrom('file_secret')
      .select('value')
      .executeTakeFirstOrThrow();
    const parts = written.split('.');
    const at = (seconds: number): string => {
      const text = [...parts.slice(0, 4), Math.floor(Date.now() / 1000) + seconds, 'a'].join('.');
      return `/apis/file/raw?sign=${text}.${sign(value, text)}`;
    };
    expect(Number(parts[0])).toBe(enterpriseId);
    expect((await get(at(60))).status).toBe(200);
    expect((await get(at(-2))).status).toBe(410);
    expect(Number(parts[4]) - Date.now() / 1000).toBeLessThanOrEqual(301);
  });

  it('ends with the grant, the membership, the session and the account, between two ranges of one download', async () => {
    const url = await addressFor('designer', big);
    const part = () => get(url, { range: 'bytes=0-9' });
    expect((await part()).status).toBe(206);
    const role = (await app.call(files.permissionList, { folder_id: root }, as('manager'))).data.list.find(
      (entry: { name: string }) => entry.name === '设计人',
    ).to_id;
    const set = (rights: string[]) => setRights(app, root, { role_id: role }, rights, as('manager'));
    await set(['view']);
    expect((await part()).status).toBe(403);
    await set(['view', 'download', 'create', 'edit']);
    expect((await part()).status).toBe(206);
    const fresh = await app.signIn(people.designer?.account ?? '', PASSWORD);
    const inSession = (await app.call(files.download, { file_id: big.id }, { token: fresh })).data.url;
    expect((await get(inSession)).status).toBe(200);
    await app.call(logout, {}, { token: fresh });
    expect((await get(inSession)).status).toBe(401);
    expect((await part()).status).toBe(206);
    const leaving = await addressFor('leaver', big);
    expect((await get(leaving)).status).toBe(200);
    const [enterpriseId = 0] = await app.modules.organisation.enterpriseIds();
    const actor = { enterpriseId, userId: by(), name: 'manager', ip: '', agent: '', lang: 'zh' } as const;
    await app.platform.db.transaction((trx) =>
      app.modules.projects.removeMember(trx, actor, projectId, people.leaver?.id ?? 0),
    );
    expect((await get(leaving)).status).toBe(404);
    const whole = await addressFor('designer', big);
    await app.platform.db.transaction((trx) =>
      app.modules.identity.setEnabled(trx, enterpriseId, { id: people.designer?.id ?? 0, email: '' }, false),
    );
    expect((await get(whole)).status).toBe(401);
  });

  it('for showing needs only view, and does not allow saving', async () => {
    const text = await build('看.txt', '只能看');
    expect((await app.call(files.download, { file_id: text.id }, as('partner'))).code).toBe(1005);
    const { data } = await app.call(files.preview, { file_id: text.id }, as('partner'));
    expect((await get(data.url)).text).toBe('只能看');
    const asSaved = data.url.replace('.i.', '.a.');
    expect((await get(asSaved)).status).toBe(410);
    expect((await app.call(files.copy, { file_ids: [text.id], pid: root }, as('partner'))).code).toBe(1005);
    expect((await begin(app.address, people.partner?.token ?? '', root, 1, { filename: 'x' })).status).toBe(403);
    expect(await logged(text.id)).toEqual([]);
  });
});
