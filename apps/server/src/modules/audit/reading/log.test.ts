import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionEvents } from '@prdm/contract/kit/action-events';
import { actionLogCount, actionLogDownload, actionLogIndex } from '@prdm/contract/organisation/action-log';
import { stages } from '@prdm/contract/config/dictionaries';
import { roleAdd, roleEdit } from '@prdm/contract/organisation/roles';
import { LANGS } from '@prdm/locales';
import { definedEvents, defineEvent } from '../../../platform/bus.ts';
import { systemActor } from '../../../platform/actor.ts';
import { listParts, unpack } from '../../../platform/sheets/zip-parts.ts';
import { requestOf } from '../../../testing/matrix/cells.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, buildProject, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';
import { actionText, fieldText } from './action-words.ts';

const Probe = defineEvent<null>('probe.happened');

let app: TestApp;
let enterprise: number;
let admin: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  enterprise = await theEnterprise(app);
  admin = await app.admin();
}, 60_000);
afterAll(() => app.stop());

const log = async (filter: object = {}, lang = 'en', token = admin) => {
  const { code, data } = await app.call(actionLogIndex, filter, { token, lang } as never);
  expect(code).toBe(0);
  return data as { list: Record<string, never>[]; total: number };
};
const happen = (name: string, more: object = {}) =>
  app.platform.db.transaction((trx) =>
    app.platform.bus.emit(trx, Probe, {
      actor: systemActor(enterprise),
      target: { kind: 'role', id: 1, name },
      data: null,
      ...more,
    }),
  );

it('every event of the program has a text in each language, and every text an event', () => {
  const ours = definedEvents().filter((event) => !/^(probe|planted|demo)\./.test(event));
  const known = actionEvents().filter((event) => event !== 'demo.furnished');
  expect(known.toSorted()).toEqual(ours.toSorted());
  for (const event of ours)
    for (const lang of LANGS) expect(actionText(lang, event), `${lang} ${event}`).not.toMatch(/[._]|^$/);
  const [zh, tw] = LANGS.filter((lang) => lang !== 'en').map((lang) => ours.map((event) => actionText(lang, event)));
  for (const text of [...(zh ?? []), ...(tw ?? [])]) expect(text).toMatch(/\p{Script=Han}/u);
  expect(new Set(zh).size).toBeGreaterThan(ours.length * 0.9);
});

describe('[R-057] a changed role', () => {
  it('is in the log with its fields before and after, in the words of the reader', async () => {
    const { data } = await app.call(
      roleAdd,
      { name: '档案员', kind: 'personnel', access: ['home-File-admin'], view_range: 'department' },
      { token: admin },
    );
    const edit = {
      id: data.id,
      version: 1,
      name: '档案主管',
      access: ['home-File-admin', 'home-Role-index'],
      view_range: 'enterprise',
    };
    expect(await app.call(roleEdit, edit, { token: admin })).toMatchObject({ code: 0 });
    const { list } = await log({ record: `role:${data.id}` });
    expect(list.map((row) => row['action'])).toEqual(['Role edited', 'Role added']);
    expect(list[0]).toMatchObject({
      kind_name: 'role',
      target_name: '档案主管',
      path: `/company/role/edit?id=${data.id}`,
      sealed: false,
      ip: '127.0.0.1',
    });
    const changes = (list[0]?.['changes'] ?? []) as { label: string; before: string; after: string }[];
    expect(changes).toContainEqual({ field: 'name', label: 'Name', before: '档案员', after: '档案主管' });
    expect(changes).toContainEqual({
      field: 'view_range',
      label: 'View range',
      before: 'Own department',
      after: 'Whole enterprise',
    });
    const access = changes.find(({ label }) => label === 'Function access');
    expect([access?.before.split(', ').toSorted(), access?.after.split(', ').toSorted()]).toEqual([
      ['Manage all files'],
      ['Manage all files', 'Roles'],
    ]);
    await app.modules.audit.sealer.sealDue();
    const chinese = (await log({ record: `role:${data.id}` }, 'zh')).list[0];
    expect(chinese).toMatchObject({ action: '修改角色', kind_name: '角色', sealed: true });
  });
});

describe('the filters', () => {
  it('select by person, area, action, word, project and time', async () => {
    const person = await buildPerson(app);
    const project = await buildProject(app, { name: '滤镜大厦' });
    await app.signIn(person.account, PASSWORD);
    const { data } = await app.call(stages.add, { name: '过滤阶段' }, { token: admin });
    const only = async (filter: object, field: string) => [
      ...new Set((await log({ size: 200, ...filter })).list.map((row) => row[field] as unknown)),
    ];
    expect(await only({ user_id: person.id }, 'user_id')).toEqual([person.id]);
    expect(await only({ area: 'identity' }, 'event')).toContain('identity.signedIn');
    expect((await only({ area: 'config' }, 'event')).every((event) => String(event).startsWith('config.'))).toBe(true);
    expect(await only({ event: 'config.stageAdded', word: '过滤' }, 'target_id')).toEqual([data.id]);
    expect((await log({ event: 'config.stageAdded' })).list[0]).toMatchObject({ action: 'Added: stage' });
    const ofProject = await log({ record: `project:${project.id}` });
    expect(ofProject.list.some((row) => row['project_name'] === '滤镜大厦')).toBe(true);
    expect((await log({ from: '2099-01-01 00:00:00' })).list).toEqual([]);
    expect((await log({ to: '2020-01-01 00:00:00' })).list).toEqual([]);
    for (const bad of [{ record: 'role' }, { event: 'x' }, { from: '2026-02-30 00:00:00' }, { size: 201 }])
      expect((await app.call(actionLogIndex, bad, { token: admin })).code).toBe(1001);
  });

  it('are counted behind a row, at most 200, with the same filters', async () => {
    const { list } = await log({});
    const after = Math.max(...list.map(({ id }) => Number(id)));
    const count = async (more: object = {}) => {
      const answer = await app.call(actionLogCount, { after_id: after, ...more }, { token: admin });
      expect(answer.code).toBe(0);
      return answer.data.count as number;
    };
    expect(await count()).toBe(0);
    for (const name of ['数一', '数二', '数三']) await happen(name);
    expect([await count(), await count({ word: '数二' }), await count({ area: 'tasks' })]).toEqual([3, 1, 0]);
    await app.platform.db.pool.query(
      `insert into action_log (enterprise_id, user_name, ip, agent, event, target_kind, target_id, target_name)
      select $1::bigint, '李娜', '', '', 'probe.happened', 'role', 1, '很多' from generate_series(1, 300)`,
      [enterprise],
    );
    expect(await count()).toBe(200);
    expect(await app.call(actionLogCount, { after_id: 'x' } as never, { token: admin })).toMatchObject({
      code: 1001,
      data: { field: 'after_id' },
    });
  });

  it('are refused without the node', async () => {
    const person = await buildPerson(app);
    const token = await app.signIn(person.account, PASSWORD);
    expect((await app.call(actionLogIndex, {}, { token })).code).toBe(1005);
  });
});

describe('[S55] the log', () => {
  it('keeps a row with a name that the database cannot store as it is', async () => {
    await happen('a\u0000b\uD800c', { after: { name: 'x\u0000y\uDC00z', path: 'C:\\u0000', list: ['\uD83D'] } });
    const [row] = (await log({ event: 'probe.happened' })).list;
    expect(row?.['target_name']).toBe('a\uFFFDb\uFFFDc');
    expect(row?.['changes']).toMatchObject([
      { field: 'list', after: '\uFFFD' },
      { field: 'name', after: 'x\uFFFDy\uFFFDz' },
      { field: 'path', after: 'C:\\u0000' },
    ]);
  });

  it('refuses UPDATE, DELETE and TRUNCATE of a seal as of a row', async () => {
    await app.modules.audit.sealer.sealDue();
    for (const table of ['action_log', 'action_seal'])
      for (const change of [`update ${table} set enterprise_id = 0`, `delete from ${table}`, `truncate ${table}`])
        await expect(app.platform.db.pool.query(change)).rejects.toThrow('written once');
  });

  it('shows no secret, whatever an event holds', async () => {
    const secrets = { password: 'geheim1', token: 'geheim2', password_hash: 'geheim3', code: 'geheim4' };
    await happen('Geheim', { before: secrets, after: { ...secrets, name: 'seen' } });
    const text = JSON.stringify((await log({ event: 'probe.happened' })).list);
    expect(text).toContain('seen');
    expect(text).not.toMatch(/geheim\d/);
    const { rows } = await app.platform.db.pool.query(
      `select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), ' ') as all from action_log where event <> 'probe.happened'`,
    );
    expect(rows[0].all).not.toMatch(/\$argon2|"(password|token|code|hash)"/);
    expect(rows[0].all).not.toContain(PASSWORD);
  });
});

it('[S49] the export holds formula names as text', async () => {
  const names = ['=HYPERLINK("http://x")', '@SUM(A1)', '-2+3', '+1', '\tTAB', '\rCR'];
  for (const name of names) await happen(name, { after: { name } });
  const response = await app.app.inject(requestOf(actionLogDownload, { event: 'probe.happened' }, admin));
  expect(response.headers['content-type']).toContain('spreadsheet');
  const bytes = response.rawPayload;
  const cells = (await readXlsx(new Uint8Array(bytes))).sheets[0]?.rows.flat().map(String) ?? [];
  for (const name of names) expect(cells).toContain(name);
  const part = listParts(bytes).find(({ name }) => name === 'xl/worksheets/sheet1.xml');
  const xml = part === undefined ? '' : unpack(bytes, part, 10_000_000).toString();
  expect(xml).toContain('<sheetData>');
  expect(xml).not.toMatch(/<f[ >]/);
});

it('names the fields of every row that the building blocks of the tests write', async () => {
  const { rows } = await app.platform.db.pool.query<{ field: string }>(`
    select distinct jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as field
    from action_log where event not like 'probe.%'`);
  const unnamed = rows.map(({ field }) => field).filter((field) => fieldText('en', field) === field);
  expect(unnamed).toEqual([]);
});
