import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies } from '@prdm/contract/config/dictionaries';
import { uploadImage } from '@prdm/contract/files/multipart';
import { getUserSetting } from '@prdm/contract/identity';
import { creditCodeProblem } from '@prdm/contract/kit/checks';
import { info, profile } from '@prdm/contract/me';
import { enterpriseEdit, enterpriseInfo, helpFile } from '@prdm/contract/organisation/enterprise';
import { foundEnterprise } from '../../../first-start.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, buildProject, PASSWORD, rootFolder, theEnterprise } from '../../../testing/worlds/builders.ts';
import { sendForm } from '../../../testing/worlds/forms.ts';
import { pngOf } from '../../../testing/worlds/pictures.ts';
import { send } from '../../../testing/worlds/uploads.ts';

const SITE = { OA_URL: 'https://oa.example.cn', DRAWING_REVIEW_URL: 'https://review.example.cn/in' } as const;
const PRODUCT = '设计院任务管理平台';
/** A right code from the annex of GB 32100. */
const CODE = '91350100M000100Y43';

let app: TestApp;
let admin: string;
let employee: string;
beforeAll(async () => {
  app = await startApp({ works: false, env: SITE });
  admin = await app.admin();
  employee = await app.signIn((await buildPerson(app)).account, PASSWORD);
});
afterAll(() => app.stop());

const read = async () => (await app.call(enterpriseInfo, {}, { token: admin })).data;
const edit = async (input: object, token = admin) =>
  app.call(enterpriseEdit, { version: (await read()).version, ...input }, { token });
const brandFor = async (token: string) => (await app.call(info, {}, { token })).data.enterprise;
const upload = (bytes: Buffer, token = admin) =>
  sendForm(`${app.address}${uploadImage.path}`, token, [['file', { bytes, name: 'logo.png', type: 'image/png' }]]);
const query = async (text: string, values: unknown[] = []) => (await app.platform.db.pool.query(text, values)).rows;

describe('[BU-030] the record of the enterprise', () => {
  it('shows a changed name everywhere: to every person, in the profile and in the info of the shell', async () => {
    expect(await edit({ name: '江城建筑设计院', short_name: '江城院' })).toMatchObject({ code: 0 });
    for (const token of [admin, employee]) {
      expect((await app.call(info, {}, { token })).data.enterprise_name).toBe('江城建筑设计院');
      expect(await brandFor(token)).toMatchObject({ name: '江城建筑设计院', short_name: '江城院' });
      expect((await app.call(profile, {}, { token })).data.enterprise_name).toBe('江城建筑设计院');
    }
  });

  it('writes the given fields alone, with one log row and one frame for all people', async () => {
    const before = await read();
    const [{ n }] = await query('select count(*)::int as n from action_log');
    expect(
      await edit({ address: '滨江大道 1 号', phone: '0571-8888 8888', credit_code: CODE.toLowerCase() }),
    ).toMatchObject({
      code: 0,
    });
    const after = await read();
    expect(after).toEqual({
      ...before,
      address: '滨江大道 1 号',
      phone: '0571-8888 8888',
      credit_code: CODE,
      version: before.version + 1,
    });
    const rows = await query('select event, before, after from action_log order by id desc limit 1');
    expect(rows).toEqual([
      {
        event: 'organisation.enterpriseEdited',
        before: { phone: '', address: '', credit_code: '' },
        after: { phone: '0571-8888 8888', address: '滨江大道 1 号', credit_code: CODE },
      },
    ]);
    expect((await query('select count(*)::int as n from action_log'))[0].n).toBe(n + 1);
    const frames = await query(`select user_ids from live_message where frame->>'type' = 'enterprise.settings'`);
    expect(frames.at(-1)).toEqual({ user_ids: null });
  });

  it('refuses a stale version, and a caller without User-setting', async () => {
    const { version } = await read();
    expect(await edit({ title: '新标题' })).toMatchObject({ code: 0 });
    expect(await app.call(enterpriseEdit, { version, title: '旧' }, { token: admin })).toMatchObject({ code: 1009 });
    expect(await edit({ title: '别人的' }, employee)).toMatchObject({ code: 1005 });
    expect((await read()).title).toBe('新标题');
    expect(await edit({ title: '' })).toMatchObject({ code: 0 });
  });

  it.each([
    ['oa_url', 'javascript:alert(1)'],
    ['oa_url', 'oa.example.cn'],
    ['review_url', 'ftp://files.example.cn'],
    ['help_url', 'https://user:secret@help.example.cn'],
    ['credit_code', '91350100M000100Y44'],
    ['credit_code', '9135'],
    ['phone', 'call me'],
    ['email', 'nobody'],
    ['name', ''],
    ['default_lang', 'fr'],
    ['logo', 'https://evil.example/logo.png'],
    ['logo', '/apis/pub/image?key=0123456789abcdef0123456789abcdef'],
  ])('refuses %s "%s" at its field and changes nothing', async (field, value) => {
    const before = await read();
    const answer = await edit({ [field]: value });
    expect(answer).toMatchObject({ code: 1001, data: { field } });
    expect(answer.msg).not.toMatch(/problems|validation/);
    expect(await read()).toEqual(before);
  });

  it('knows right credit codes by their check character', () => {
    for (const code of [CODE, '91440300708461136T', '91330106673959654P', '911100000000000000'])
      expect([code, creditCodeProblem(code)]).toEqual([
        code,
        code === '911100000000000000' ? 'enterprise.problems.codeCheck' : null,
      ]);
    const wrong = [...CODE].map((_, at) => `${CODE.slice(0, at)}${CODE[at] === '2' ? '3' : '2'}${CODE.slice(at + 1)}`);
    expect(wrong.map((code) => creditCodeProblem(code)).filter((problem) => problem === null)).toEqual([]);
  });

  it('shows limits and use: members, projects and the bytes of files', async () => {
    const before = await read();
    const { id: managerId } = await buildPerson(app);
    const project = await buildProject(app, { managerId });
    const bytes = Buffer.from(`a file of ${Date.now()}`);
    await send({ address: app.address, token: admin, pid: await rootFolder(app, project.id), bytes });
    const after = await read();
    expect([after.members - before.members, after.projects - before.projects]).toEqual([1, 1]);
    expect(after.storage_bytes - before.storage_bytes).toBe(bytes.length);
    expect(after).toMatchObject({ member_limit: 200, project_limit: 500 });
  });
});

describe('the logo', () => {
  it('is marked as used, and the replaced one is deleted', async () => {
    const [first, second] = [await upload(pngOf(8, 8, [1, 2, 3])), await upload(pngOf(8, 8, [9, 2, 3]))];
    expect(await edit({ logo: first.data.url })).toMatchObject({ code: 0 });
    expect(await query('select used from image where key = $1', [first.data.url.split('key=')[1]])).toEqual([
      { used: true },
    ]);
    expect((await brandFor(employee)).logo).toBe(first.data.url);
    expect(await edit({ logo: second.data.url })).toMatchObject({ code: 0 });
    expect((await fetch(app.address + first.data.url)).status).toBe(404);
    expect((await fetch(app.address + second.data.url)).status).toBe(200);
    expect(await edit({ logo: '' })).toMatchObject({ code: 0 });
    expect((await fetch(app.address + second.data.url)).status).toBe(404);
  });

  it('of 20 MB is refused with a message, and a picture of another person is none of the caller', async () => {
    const large = await upload(Buffer.alloc(20 * 1024 * 1024, 1));
    expect(large.code).not.toBe(0);
    expect(large.msg).not.toBe('');
    const strange = await upload(pngOf(8, 8, [7, 7, 7]), employee);
    expect(await edit({ logo: strange.data.url })).toMatchObject({ code: 1001, data: { field: 'logo' } });
  });
});

describe('title and links', () => {
  it('[BU-026] the title is the Chinese one of the product in every language', async () => {
    for (const lang of ['zh', 'en', 'zh-TW'] as const) {
      const answer = await app.app.inject({
        method: 'GET',
        url: getUserSetting.path,
        headers: { 'accept-language': lang },
      });
      expect(answer.json().data.title).toBe(PRODUCT);
    }
    expect((await brandFor(employee)).title).toBe(PRODUCT);
  });

  it('[API-029] come from the enterprise, else from the environment; without a help file the manual is the answer', async () => {
    const help = async () => (await app.call(helpFile, {}, { token: employee })).data.url;
    expect(await brandFor(employee)).toMatchObject({
      oa_url: SITE.OA_URL,
      review_url: SITE.DRAWING_REVIEW_URL,
      help_url: '',
    });
    expect(await help()).toBe('/help');
    const own = {
      oa_url: 'http://10.0.0.8/oa',
      help_url: 'https://files.example.cn/help.pdf',
      title: '江城院协同平台',
    };
    expect(await edit(own)).toMatchObject({ code: 0 });
    expect(await brandFor(employee)).toMatchObject({ ...own, review_url: SITE.DRAWING_REVIEW_URL });
    expect(await help()).toBe(own.help_url);
    expect((await app.call(getUserSetting, {})).data.title).toBe(own.title);
  });

  it('before sign-in those of the environment count when there are several enterprises', async () => {
    await app.platform.db.transaction((trx) => foundEnterprise(trx, app.modules, '第二设计院'));
    expect((await app.call(getUserSetting, {})).data).toMatchObject({ title: PRODUCT, logo: '' });
    expect((await brandFor(employee)).title).toBe('江城院协同平台');
  });
});

it('legal entities have the field assessment', async () => {
  const added = await app.call(
    companies.add,
    { name: '江城第二公司', colour: '#1d4ed8', assessment: '1' },
    { token: admin },
  );
  const rows = async () => (await app.call(companies.index, {}, { token: admin })).data.list;
  const entry = async () => (await rows()).find(({ id }: { id: number }) => id === added.data.id);
  expect(await entry()).toMatchObject({ assessment: true });
  const { version } = await entry();
  await app.call(
    companies.edit,
    { id: added.data.id, version, name: '江城第二公司', colour: '#1d4ed8' },
    { token: admin },
  );
  expect(await entry()).toMatchObject({ assessment: false });
  expect((await theEnterprise(app)) > 0).toBe(true);
});
