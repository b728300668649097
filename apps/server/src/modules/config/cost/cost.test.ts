import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '@prdm/contract/kit';
import { professions, projectTypes, stages } from '@prdm/contract/config/dictionaries';
import {
  costAdd,
  costAt,
  costDel,
  costDownload,
  costEdit,
  costIndex,
  type CostVersion,
} from '@prdm/contract/config/cost';
import { foundEnterprise } from '../../../first-start.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD, theEnterprise } from '../../../testing/worlds/builders.ts';

let app: TestApp;
let admin: string;
let employee: string;
let enterprise: number;
let now = new Date('2026-06-15T04:00:00Z');
const [YESTERDAY, TODAY, TOMORROW] = ['2026-06-14', '2026-06-15', '2026-06-16'];
const entries = { stage: [] as number[], profession: [] as number[], type: [] as number[] };

beforeAll(async () => {
  app = await startApp({ works: false, clock: { now: () => now } });
  admin = await app.admin();
  employee = await app.signIn((await buildPerson(app)).account, PASSWORD);
  enterprise = await theEnterprise(app);
  const idsOf = async (call: Endpoint) =>
    (await app.call(call, {}, { token: admin })).data.list.map(({ id }: { id: number }) => id);
  entries.stage = await idsOf(stages.index);
  entries.profession = await idsOf(professions.index);
  entries.type = await idsOf(projectTypes.index);
});
afterAll(() => app.stop());
beforeEach(async () => {
  now = new Date('2026-06-15T04:00:00Z');
  await app.platform.db.pool.query(`delete from cost_config where valid_from > '1900-01-01'`);
});

const index = async (day?: string, token = admin) => (await app.call(costIndex, { day }, { token })).data;
const versions = async (): Promise<CostVersion[]> => (await index()).list;
const versionAt = async (id: number) => (await versions()).find((version) => version.id === id);
const as = (token: string) => ({ token });
const type = (n = 0): number => entries.type[n] as number;
const ratios = (...bps: number[]) => bps.map((bp, at) => ({ stage_id: entries.stage[at], bp }));
const whole = () => ({
  stages: ratios(2000, 8000),
  professions: [{ profession_id: entries.profession[0], bp: 10_000 }],
  roles: [
    { role: 'designer', bp: 7000 },
    { role: 'approver', bp: 3000 },
  ],
  fee_bp: 500,
  base_tax: 'net',
  advance_limit: '1000.50',
  contract_threshold: '0.00',
});
const add = (input: object, token = admin) => app.call(costAdd, { valid_from: TODAY, ...input }, { token });
const added = async (input: object): Promise<number> => {
  const { code, data, msg } = await add(input);
  expect({ code, msg }).toMatchObject({ code: 0 });
  return data.id;
};
const edit = (id: number, input: object, token = admin) =>
  app.call(costEdit, { id, version: 1, valid_from: TODAY, ...whole(), ...input }, { token });
const del = (id: number, version = 1, token = admin) => app.call(costDel, { id, version }, { token });
const at = async (project_type_id: number | undefined, day: string, token = admin) =>
  app.call(costAt, { project_type_id, day }, { token });
const lastLog = async () =>
  (await app.platform.db.pool.query('select event, target_id, before, after from action_log order by id desc limit 1'))
    .rows[0];

describe('a new enterprise', () => {
  it('has the standard ratios from the first day on, and every type uses them', async () => {
    const { list, types, today, total } = await index();
    expect([today, total]).toEqual([TODAY, 1]);
    expect(list[0]).toMatchObject({
      project_type_id: null,
      valid_from: '1900-01-01',
      fee_bp: 800,
      base_tax: 'gross',
      advance_limit: '500000.00',
      contract_threshold: '1000000.00',
      can: { edit: 'cost.kept', del: 'cost.begun' },
    });
    const named = (parts: { name: string; bp: number }[]) => parts.map(({ name, bp }) => [name, bp]);
    expect(named(list[0].stages)).toEqual([
      ['方案设计', 2000],
      ['初步设计', 2500],
      ['施工图设计', 4500],
      ['施工配合', 1000],
    ]);
    expect(named(list[0].professions)).toEqual([
      ['建筑', 3500],
      ['结构', 2500],
      ['给排水', 1200],
      ['暖通', 1300],
      ['电气', 1500],
    ]);
    expect(list[0].roles.map(({ role, bp }: { role: string; bp: number }) => [role, bp])).toEqual([
      ['designer', 6000],
      ['proofreader', 1200],
      ['professional_leader', 1000],
      ['reviewer', 800],
      ['approver', 500],
      ['project_leader', 500],
    ]);
    expect(types).toHaveLength(entries.type.length + 1);
    expect(new Set(types.map(({ valid_id }: { valid_id: number }) => valid_id))).toEqual(new Set([list[0].id]));
  });

  it('has the same as an enterprise that existed before the migration', async () => {
    const { rows } = await app.platform.db.pool.query(`insert into enterprise (name) values ('旧院') returning id`);
    const old = rows[0].id as number;
    const { readFile } = await import('node:fs/promises');
    const migration = await readFile('apps/server/migrations/20261124_0450_config.sql', 'utf8');
    await app.platform.db.pool.query(
      `insert into dictionary_entry (enterprise_id, kind, code, name, sort)
       select $1, kind, code, name, sort from dictionary_entry where enterprise_id = $2`,
      [old, enterprise],
    );
    const client = await app.platform.db.pool.connect();
    try {
      await client.query('begin');
      // The inserts alone, with every other enterprise left out.
      await client.query('truncate cost_config cascade');
      await client.query(migration.slice(migration.indexOf('with made as')));
      const { rows: sums } = await client.query(
        'select level, sum(bp)::int as sum from cost_part where enterprise_id = $1 group by level order by level',
        [old],
      );
      expect(sums).toEqual(['professions', 'roles', 'stages'].map((level) => ({ level, sum: 10_000 })));
      const { rows: parts } = await client.query(
        `select p.level, p.place, coalesce(p.role, e.code) as code, p.bp from cost_part p
         left join dictionary_entry e on e.enterprise_id = p.enterprise_id and e.id = p.entry_id
         where p.enterprise_id = $1 order by p.level, p.place`,
        [old],
      );
      await client.query('rollback');
      const standard = (await versions())[0];
      expect(parts.map(({ code, bp }) => [code, bp])).toEqual(
        [...(standard?.professions ?? []), ...(standard?.roles ?? []), ...(standard?.stages ?? [])].map((part) => [
          'role' in part ? part.role : part.code,
          part.bp,
        ]),
      );
    } finally {
      client.release();
    }
  });
});

describe('adding a version', () => {
  it('stores its ratios and amounts, and only its type uses it from its day on', async () => {
    const id = await added({ project_type_id: type(), valid_from: TOMORROW, ...whole() });
    expect(await versionAt(id)).toMatchObject({
      project_type_id: type(),
      valid_from: TOMORROW,
      stages: [
        { stage_id: entries.stage[0], bp: 2000, enabled: true },
        { stage_id: entries.stage[1], bp: 8000 },
      ],
      advance_limit: '1000.50',
      contract_threshold: '0.00',
      version: 1,
      can: { edit: true, del: true },
    });
    const { types } = await index(TOMORROW);
    const row = (of: number | null) =>
      types.find((each: { project_type_id: number | null }) => each.project_type_id === of);
    expect(row(type())).toMatchObject({ is_own: true, day_id: id });
    expect(row(type()).valid_id).not.toBe(id);
    expect(row(type(1))).toMatchObject({ is_own: false });
    expect(row(type(1)).day_id).not.toBe(id);
    expect((await at(type(), TODAY)).data.project_type_id).toBeNull();
    expect((await at(type(), TOMORROW)).data.id).toBe(id);
    expect((await at(type(1), TOMORROW)).data.project_type_id).toBeNull();
    expect((await at(undefined, TOMORROW)).data.project_type_id).toBeNull();
  });

  it('copies what is left out from the named version, or from the one that counts on that day', async () => {
    const first = await added({ project_type_id: type(), ...whole() });
    const second = await added({ project_type_id: type(), valid_from: TOMORROW, fee_bp: 700 });
    expect(await versionAt(second)).toMatchObject({ fee_bp: 700, base_tax: 'net', advance_limit: '1000.50' });
    const other = await added({ project_type_id: type(1), from_id: first });
    expect((await versionAt(other))?.stages).toEqual((await versionAt(first))?.stages);
    const plain = await added({ project_type_id: type(2) });
    expect(await versionAt(plain)).toMatchObject({ fee_bp: 800, base_tax: 'gross' });
  });

  it('writes one row of the action log with names and percent', async () => {
    const id = await added({ project_type_id: type(), ...whole() });
    expect(await lastLog()).toMatchObject({
      event: 'config.costAdded',
      target_id: id,
      after: {
        project_type_id: type(),
        valid_from: TODAY,
        stages: { '前期/投标': '20.00', 方案设计: '80.00' },
        professions: { 建筑: '100.00' },
        roles: { designer: '70.00', approver: '30.00' },
        fee: '5.00',
        advance_limit: '1000.50',
      },
    });
  });

  it('answers 1018 on the day that the type already has, also for the default and for two writers at once', async () => {
    for (const project_type_id of [undefined, type()]) {
      await added({ project_type_id });
      expect(await add({ project_type_id })).toMatchObject({ code: 1018, data: { field: 'valid_from' } });
    }
    await added({ project_type_id: type(1) });
    const both = await Promise.all([add({ project_type_id: type(2) }), add({ project_type_id: type(2) })]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1018]);
  });

  it.each([
    [
      'a stage sum below 100.00 %',
      { stages: () => ratios(2000, 7999) },
      'stages',
      /^阶段比例合计须为 100.00%，相差 -0.01%$/,
    ],
    [
      'a discipline sum above',
      { professions: () => [0, 1].map((n) => ({ profession_id: entries.profession[n], bp: 5050 })) },
      'professions',
      /^专业比例合计须为 100.00%，相差 \+1.00%$/,
    ],
    [
      'a role sum below',
      { roles: () => [{ role: 'designer', bp: 1 }] },
      'roles',
      /^岗位比例合计须为 100.00%，相差 -99.99%$/,
    ],
    ['no stages', { stages: () => [] }, 'stages', /./],
    ['a stage twice', { stages: () => [ratios(5000)[0], ratios(5000)[0]] }, 'stages', /只能出现一次/],
    ['a role twice', { roles: () => [5000, 5000].map((bp) => ({ role: 'designer', bp })) }, 'roles', /只能出现一次/],
    ['a role outside the list', { roles: () => [{ role: 'superAdmin', bp: 10_000 }] }, 'roles.0.role', /./],
    ['a ratio of 0', { stages: () => ratios(0, 10_000) }, 'stages.0.bp', /./],
    ['a ratio with decimals', { stages: () => ratios(0.5, 9999.5) }, 'stages.0.bp', /整数/],
    ['a negative ratio', { stages: () => ratios(-1, 10_001) }, 'stages.0.bp', /./],
    ['a fee above 100 %', { fee_bp: () => 10_001 }, 'fee_bp', /./],
    ['a tax base outside the list', { base_tax: () => 'half' }, 'base_tax', /./],
    ['an amount without decimals', { advance_limit: () => '1000' }, 'advance_limit', /1000.00/],
    ['an amount with 13 digits', { contract_threshold: () => '1234567890123.00' }, 'contract_threshold', /./],
    ['a negative amount', { contract_threshold: () => '-1.00' }, 'contract_threshold', /负数/],
    ['a day before today', { valid_from: () => YESTERDAY }, 'valid_from', /不能早于今天/],
    ['a day that does not exist', { valid_from: () => '2026-02-30' }, 'valid_from', /./],
  ])('refuses %s with its field', async (_what, given, field, says) => {
    const wrong = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value()]));
    const { code, data, msg } = await add({ project_type_id: type(), ...whole(), ...wrong });
    expect({ code, field: data.field }).toEqual({ code: 1001, field });
    expect(msg).toMatch(says);
    expect(await versions()).toHaveLength(1);
  });

  it('keeps an entry that is disabled later, and no new version can name or copy it', async () => {
    const id = await added({ project_type_id: type(), ...whole() });
    const { pool } = app.platform.db;
    await pool.query('update dictionary_entry set disabled_at = now() where id = $1', [entries.stage[0]]);
    try {
      await app.platform.db.transaction(async () => {
        await pool.query('update name_cache set edition = edition + 1');
      });
      expect((await versionAt(id))?.stages[0]).toMatchObject({ name: '前期/投标', enabled: false, bp: 2000 });
      expect((await edit(id, {})).code).toBe(0);
      const again = { project_type_id: type(), valid_from: TOMORROW };
      expect(await add({ ...again, from_id: id })).toMatchObject({ code: 1001, data: { field: 'stages' } });
      expect(await add({ ...again, ...whole() })).toMatchObject({ code: 1001, data: { field: 'stages.0.stage_id' } });
    } finally {
      await pool.query('update dictionary_entry set disabled_at = null');
    }
  });
});

describe('an entry that a version names', () => {
  it('cannot be deleted: 1019 with the count of versions', async () => {
    await added({ project_type_id: type(), ...whole() });
    // Four standard types of planned tasks also name the discipline.
    const asked = [
      { calls: stages, id: entries.stage[1] as number, used: 2 },
      { calls: professions, id: entries.profession[0] as number, used: 6 },
      { calls: projectTypes, id: type(), used: 1 },
    ];
    for (const { calls, id, used } of asked) {
      const { list } = (await app.call(calls.index, { counted: true, ispage: 'not' }, { token: admin })).data;
      const row = list.find((one: { id: number }) => one.id === id);
      expect(row).toMatchObject({ used });
      const answer = await app.call(calls.del, { items: [{ id, version: row.version }] }, { token: admin });
      expect(answer).toMatchObject({ code: 1019, data: { used } });
    }
  });
});

describe('changing a version', () => {
  it('replaces it while it counts from today or later, and keeps an earlier one', async () => {
    const id = await added({ project_type_id: type(), valid_from: '2026-06-17' });
    expect((await edit(id, { valid_from: TOMORROW })).code).toBe(0);
    expect(await versionAt(id)).toMatchObject({ valid_from: TOMORROW, fee_bp: 500, version: 2 });
    expect(await lastLog()).toMatchObject({
      event: 'config.costEdited',
      before: { fee: '8.00' },
      after: { fee: '5.00' },
    });
    expect(await edit(id, { version: 2, valid_from: YESTERDAY })).toMatchObject({
      code: 1001,
      data: { field: 'valid_from' },
    });
    now = new Date('2026-06-16T16:00:00Z'); // 17 June in Shanghai
    expect(await edit(id, { version: 2, valid_from: '2026-06-17' })).toMatchObject({ code: 1008 });
    expect(await versionAt(id)).toMatchObject({ valid_from: TOMORROW, can: { edit: 'cost.kept', del: 'cost.begun' } });
  });

  it('answers 1009 to a stale version, 1018 for a day that is taken, and 1001 for a wrong sum', async () => {
    const id = await added({ project_type_id: type(), valid_from: '2026-06-17' });
    await added({ project_type_id: type(), valid_from: TOMORROW });
    expect((await edit(id, { version: 2 })).code).toBe(1009);
    expect((await del(id, 2)).code).toBe(1009);
    expect(await edit(id, { valid_from: TOMORROW })).toMatchObject({ code: 1018, data: { field: 'valid_from' } });
    expect(await edit(id, { stages: ratios(1) })).toMatchObject({ code: 1001, data: { field: 'stages' } });
    expect(await versionAt(id)).toMatchObject({ version: 1, fee_bp: 800 });
  });

  it('of two writers at once, one wins', async () => {
    const id = await added({ project_type_id: type() });
    const both = await Promise.all([edit(id, { fee_bp: 100 }), edit(id, { fee_bp: 200 })]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1009]);
  });

  it('deletes only a version that does not count yet', async () => {
    const standard = (await versions())[0]?.id ?? 0;
    expect((await del(standard)).code).toBe(1008);
    expect((await del(await added({ project_type_id: type() }))).code).toBe(1008);
    const id = await added({ project_type_id: type(), valid_from: TOMORROW });
    expect((await del(id)).code).toBe(0);
    expect(await versionAt(id)).toBeUndefined();
    expect(await lastLog()).toMatchObject({ event: 'config.costRemoved', target_id: id, before: { fee: '8.00' } });
    expect((await del(id)).code).toBe(1006);
  });
});

describe('rights', () => {
  it('refuses every call to a person without the node', async () => {
    const id = await added({ project_type_id: type(), valid_from: TOMORROW });
    const answers = [
      await app.call(costIndex, {}, as(employee)),
      await add({ project_type_id: type() }, employee),
      await edit(id, {}, employee),
      await del(id, 1, employee),
      await at(type(), TODAY, employee),
    ];
    expect(answers.map(({ code }) => code)).toEqual([1005, 1005, 1005, 1005, 1005]);
    expect((await app.call(costIndex, {})).code).toBe(5);
  });

  it('lets finance read what counts on a day, and change nothing', async () => {
    const finance = await buildPerson(app, { roles: ['finance'] });
    const token = await app.signIn(finance.account, PASSWORD);
    expect((await at(type(), TODAY, token)).code).toBe(0);
    expect((await add({}, token)).code).toBe(1005);
  });

  it('shows nothing of another enterprise, and takes none of its records', async () => {
    const id = await added({ project_type_id: type(), valid_from: TOMORROW });
    const away = await app.platform.db.transaction((trx) => foundEnterprise(trx, app.modules, '别家'));
    const chief = await buildPerson(app, { enterpriseId: away.enterpriseId, roles: ['superAdmin'] });
    const token = await app.signIn(chief.account, PASSWORD);
    expect((await index(undefined, token)).list).toHaveLength(1);
    const refused = [
      await edit(id, {}, token),
      await del(id, 1, token),
      await add({ from_id: id }, token),
      await add({ project_type_id: type() }, token),
      await add({ stages: ratios(10_000) }, token),
      await at(type(), TODAY, token),
    ];
    expect(refused.map(({ code }) => code)).toEqual([1006, 1006, 1006, 1006, 1006, 1006]);
    expect(await versionAt(id)).toMatchObject({ version: 1 });
    const theirs = await app.modules.config.costAt(away.enterpriseId, null, TODAY);
    expect(theirs).toMatchObject({ feeBp: 800, advanceLimitFen: 50_000_000 });
  });
});

it('a version that counts today keeps its day, and its ratios can still change today', async () => {
  const id = await added({ project_type_id: type() });
  expect(await edit(id, { valid_from: TOMORROW })).toMatchObject({ code: 1008, data: { field: 'valid_from' } });
  expect(await versionAt(id)).toMatchObject({ valid_from: TODAY, version: 1 });
  expect((await edit(id, { fee_bp: 600 })).code).toBe(0);
  const later = await added({ project_type_id: type(1), valid_from: TOMORROW });
  expect((await edit(later, { valid_from: TODAY })).code).toBe(0);
});

describe('the spreadsheet', () => {
  it('has a row for each part with figures as numbers, in the language of the reader', async () => {
    await added({ project_type_id: type(), ...whole() });
    await added({ valid_from: TOMORROW });
    const answer = await app.app.inject({
      method: 'GET',
      url: costDownload.path,
      headers: { 'x-token': admin, 'accept-language': 'en' },
    });
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    const [titles, ...rows] = (await readXlsx(new Uint8Array(answer.rawPayload))).sheets[0]?.rows ?? [];
    expect(titles?.slice(0, 7)).toEqual([
      'Project type',
      'Valid from',
      'Valid until',
      'Valid today',
      'Level',
      'Entry',
      'Ratio',
    ]);
    expect(rows).toHaveLength(15 + 15 + 5);
    const own = rows.filter(([name]) => name === 'Office building');
    expect(own.map((row) => row.slice(3, 7))).toEqual([
      ['Yes', 'Stage ratios', 'Bidding', 0.2],
      ['Yes', 'Stage ratios', 'Concept design', 0.8],
      ['Yes', 'Discipline ratios', 'Architecture', 1],
      ['Yes', 'Role ratios', 'Designer', 0.7],
      ['Yes', 'Role ratios', 'Approver', 0.3],
    ]);
    expect(own[0]?.slice(7)).toEqual([0.05, 'Without tax', 1000.5, 0]);
  });

  it('is refused to a person without the node', async () => {
    const headers = { 'x-token': employee };
    const answer = await app.app.inject({ method: 'GET', url: costDownload.path, headers });
    expect(answer.json()).toMatchObject({ code: 1005 });
  });
});
