import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userAdd, userDisable, userIndex, userRestore, type StaffRow } from '@prdm/contract/organisation';
import { userHandOver, userWork } from '@prdm/contract/organisation/work';
import { userDel, userInfo, userModify } from '@prdm/contract/staff';
import {
  buildDepartment,
  buildPerson,
  PASSWORD,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { buildCompany, buildHolder, setFact } from '../../../testing/worlds/ranges.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let office: { id: number };
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  office = await buildDepartment(app, { name: '建筑所' });
});
afterAll(() => app.stop());

const somebody = (name?: string) => buildPerson(app, { departmentId: office.id, ...(name ? { name } : {}) });
const infoOf = async ({ id }: { id: number }): Promise<StaffRow> =>
  (await app.call(userInfo, { id }, { token: admin })).data;
const modify = async (person: { id: number }, change: object, more: object = { token: admin }) => {
  const { name, version, department_id, leader_id, company_id, position_title_id } = await infoOf(person);
  const kept = { leader_id, company_id, position_title_id };
  const given = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
  return app.call(userModify, { id: person.id, version, name, department_id, ...given, ...change }, more);
};
const follow = async (person: { id: number }, leader: { id: number }) =>
  expect(await modify(person, { leader_id: leader.id })).toMatchObject({ code: 0 });
const act = async (call: typeof userDel, { id }: { id: number }) =>
  app.call(call, { id, version: (await infoOf({ id })).version }, { token: admin });
const handOver = (from: BuiltPerson, to: BuiltPerson, token = admin) =>
  app.call(userHandOver, { id: from.id, kind: 'lead', to_id: to.id }, { token });
const leaderOf = async (person: { id: number }) => (await infoOf(person)).leader_id;
const buildTitle = async (name: string): Promise<number> => {
  const { rows } = await app.platform.db.pool.query(
    `insert into dictionary_entry (enterprise_id, kind, name, sort) values ($1, 'position_title', $2, 0) returning id`,
    [await theEnterprise(app), name],
  );
  return rows[0].id;
};
const department = async (id: number) =>
  (await app.platform.db.pool.query('select leader_id, leading_manager_id from department where id = $1', [id]))
    .rows[0];
const logOf = async ({ id }: { id: number }) =>
  (
    await app.platform.db.pool.query(
      `select target_kind, before, after from action_log where event = 'organisation.leadingChanged' and target_id = $1 order by id`,
      [id],
    )
  ).rows;

describe('direct leader, legal entity and title of a person', () => {
  it('are stored by add and edit, read back with their names, and cleared by an edit without them', async () => {
    const [leader, company] = [await somebody('秦所长'), await buildCompany(app, '设计院一公司')];
    const titleId = await buildTitle('测试高级工程师');
    const given = { leader_id: leader.id, company_id: company, position_title_id: titleId };
    const names = {
      leader_name: '秦所长',
      company_name: '设计院一公司',
      position_title_name: '测试高级工程师',
    };
    const added = await app.call(
      userAdd,
      { account: 'lead.one', name: '钱一', department_id: office.id, ...given },
      { token: admin },
    );
    expect(added).toMatchObject({ code: 0 });
    const { data } = await app.call(userIndex, { word: 'lead.one' }, { token: admin });
    expect(data.list[0]).toMatchObject({ ...given, ...names });
    const person = { id: added.data.id as number };
    expect(await modify(person, { leader_id: '', company_id: '', position_title_id: '' })).toMatchObject({ code: 0 });
    expect(await infoOf(person)).toMatchObject({ leader_id: null, company_name: '', position_title_id: null });
    expect(await modify(person, given)).toMatchObject({ code: 0 });
    expect(await infoOf(person)).toMatchObject({ ...given, ...names });
  });

  it('refuses the person itself, everyone below, partners and inactive people, at the field', async () => {
    const [top, middle, low] = [await somebody('甲'), await somebody('乙'), await somebody('丙')];
    await follow(middle, top);
    await follow(low, middle);
    const wrong = (msg: string) => ({ code: 1001, msg, data: { field: 'leader_id' } });
    expect(await modify(top, { leader_id: top.id })).toMatchObject(wrong('直接上级不能是本人'));
    expect(await modify(top, { leader_id: low.id })).toMatchObject(wrong('丙 是此人的下级，不能作为直接上级'));
    expect(await modify(top, { leader_id: middle.id }, { token: admin, lang: 'en' })).toMatchObject(
      wrong('乙 reports to this person and cannot be the direct manager'),
    );
    const partner = await buildPerson(app, { type: 'partner', name: '协作' });
    expect(await modify(top, { leader_id: partner.id })).toMatchObject(wrong('协作 是协作单位人员，不能作为直接上级'));
    const [disabled, former] = [await somebody(), await somebody()];
    await act(userDisable, disabled);
    await act(userDel, former);
    expect(await modify(top, { leader_id: disabled.id })).toMatchObject({ code: 1012, data: { field: 'leader_id' } });
    expect(await modify(top, { leader_id: former.id })).toMatchObject({ code: 1013, data: { field: 'leader_id' } });
    expect(await leaderOf(top)).toBeNull();
  });

  it('lets only one of two people become the leader of the other at the same time', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const both = await Promise.all([modify(one, { leader_id: other.id }), modify(other, { leader_id: one.id })]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1001]);
  });

  it('keeps disabled entries on the record, which cannot be chosen newly', async () => {
    const [company, title] = [await buildCompany(app), await buildTitle('测试助理工程师')];
    const [person, other] = [await somebody(), await somebody()];
    expect(await modify(person, { company_id: company, position_title_id: title })).toMatchObject({ code: 0 });
    await app.platform.db.pool.query('update dictionary_entry set disabled_at = now() where id = any($1)', [
      [company, title],
    ]);
    expect(await modify(person, { phone: '13800138000' })).toMatchObject({ code: 0 });
    expect(await modify(other, { company_id: company })).toMatchObject({ code: 1001, data: { field: 'company_id' } });
    expect(await modify(other, { position_title_id: title })).toMatchObject({
      code: 1001,
      data: { field: 'position_title_id' },
    });
  });

  it('lets an administrator of one legal entity move nobody into another', async () => {
    const [own, other] = [await buildCompany(app), await buildCompany(app)];
    const place = await buildDepartment(app);
    await setFact(app, 'department.company_id', place.id, own);
    const manager = await buildHolder(app, {
      nodes: ['Company-user'],
      viewRange: 'company',
      departmentId: place.id,
    });
    const person = await buildPerson(app, { departmentId: place.id });
    const token = await app.signIn(manager.account, PASSWORD);
    for (const target of [person, manager])
      expect(await modify(target, { company_id: other }, { token })).toMatchObject({
        code: 1005,
        data: { field: 'company_id' },
      });
    const added = { account: 'other.co', name: '孔外', department_id: place.id, company_id: other };
    expect(await app.call(userAdd, added, { token })).toMatchObject({ code: 1005, data: { field: 'company_id' } });
    expect(await modify(person, { company_id: own }, { token })).toMatchObject({ code: 0 });
  });
});

describe('a leader who is disabled or leaves', () => {
  /** A leader with a report, a former report, a headed and a managed department. */
  async function led() {
    const [leader, report, gone] = [await somebody(), await somebody(), await somebody()];
    const [headed, managed] = [await buildDepartment(app, { leaderId: leader.id }), await buildDepartment(app)];
    await setFact(app, 'department.leading_manager_id', managed.id, leader.id);
    await follow(report, leader);
    await follow(gone, leader);
    await act(userDel, gone);
    return { leader, report, gone, headed, managed };
  }

  it('is cleared from people and managed departments when disabled, with a log row for each', async () => {
    const { leader, report, gone, headed, managed } = await led();
    const stale = (await infoOf(report)).version;
    expect(await act(userDisable, leader)).toMatchObject({ code: 0 });
    expect(await leaderOf(report)).toBeNull();
    expect(await department(headed.id)).toEqual({ leader_id: leader.id, leading_manager_id: null });
    expect(await department(managed.id)).toEqual({ leader_id: null, leading_manager_id: null });
    for (const person of [report, gone])
      expect(await logOf(person)).toMatchObject([
        { target_kind: 'user', before: { leader_id: leader.id }, after: { leader_id: null } },
      ]);
    expect(await logOf(managed)).toMatchObject([
      { target_kind: 'department', before: { leading_manager_id: leader.id }, after: { leading_manager_id: null } },
    ]);
    // A form that was open before would write the leader again.
    const old = { id: report.id, version: stale, name: report.name, department_id: office.id };
    expect(await app.call(userModify, old, { token: admin })).toMatchObject({ code: 1009 });
  });

  it('is cleared from everything when leaving, also from former people who may return', async () => {
    const { leader, report, gone, headed, managed } = await led();
    expect(await act(userDel, leader)).toMatchObject({ code: 0 });
    expect(await leaderOf(report)).toBeNull();
    for (const { id } of [headed, managed])
      expect(await department(id)).toEqual({ leader_id: null, leading_manager_id: null });
    expect(await act(userRestore, gone)).toMatchObject({ code: 0 });
    expect(await leaderOf(gone)).toBeNull();
    expect(await logOf(headed)).toMatchObject([{ before: { leader_id: leader.id }, after: { leader_id: null } }]);
  });

  it('hands the people and departments over to a colleague', async () => {
    const { leader, report, headed, managed } = await led();
    const heir = await somebody();
    const { data: work } = await app.call(userWork, { id: leader.id }, { token: admin });
    expect(work.open).toEqual([{ kind: 'lead', count: 3 }]);
    expect(await handOver(leader, heir)).toMatchObject({ code: 0, data: { left: [] } });
    expect(await leaderOf(report)).toBe(heir.id);
    expect(await department(headed.id)).toEqual({ leader_id: heir.id, leading_manager_id: null });
    expect(await department(managed.id)).toEqual({ leader_id: null, leading_manager_id: heir.id });
    expect((await app.call(userWork, { id: leader.id }, { token: admin })).data.open).toEqual([]);
    expect(await logOf(managed)).toMatchObject([{ after: { leading_manager_id: heir.id } }]);
    const { rows } = await app.platform.db.pool.query(
      `select after from action_log where event = 'organisation.staffHandedOver' and target_id = $1`,
      [leader.id],
    );
    expect(rows).toMatchObject([{ after: { kind: 'lead', moved: 4, left: 0 } }]);
  });

  it('makes no cycle when the colleague stands below', async () => {
    const [chief, leader, deputy, assistant, report] = await Promise.all([1, 2, 3, 4, 5].map(() => somebody()));
    if (!chief || !leader || !deputy || !assistant || !report) throw new Error('five people');
    await follow(leader, chief);
    await follow(deputy, leader);
    await follow(report, leader);
    await follow(assistant, deputy);
    expect(await handOver(leader, assistant)).toMatchObject({ code: 0, data: { moved: 2, left: [] } });
    expect(await leaderOf(deputy)).toBe(chief.id);
    expect(await leaderOf(assistant)).toBe(deputy.id);
    expect(await leaderOf(report)).toBe(assistant.id);
  });

  it('leaves people and departments outside the range of the caller', async () => {
    const place = await buildDepartment(app);
    const [leader, heir] = [await buildPerson(app, { departmentId: place.id }), await somebody()];
    const [inside, outside] = [await buildPerson(app, { departmentId: place.id }), await somebody('外所人')];
    await follow(inside, leader);
    await follow(outside, leader);
    const away = await buildDepartment(app, { name: '外所', leaderId: leader.id });
    const manager = await buildHolder(app, {
      nodes: ['Company-user'],
      viewRange: 'department_and_below',
      departmentId: place.id,
    });
    const { data } = await handOver(leader, heir, await app.signIn(manager.account, PASSWORD));
    expect(data).toEqual({
      moved: 1,
      left: [
        { name: '外所人', why: 'range', key: `report:${outside.id}` },
        { name: '外所', why: 'range', key: `department:${away.id}` },
      ],
    });
    expect([await leaderOf(inside), await leaderOf(outside)]).toEqual([heir.id, leader.id]);
    expect((await department(away.id)).leader_id).toBe(leader.id);
  });
});
