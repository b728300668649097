import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userDisable } from '@prdm/contract/organisation';
import * as contract from '@prdm/contract/processes/templates';
import type { ProcessKind } from '@prdm/contract/processes/kinds';
import { enterpriseSettings, enterpriseSettingsEdit } from '@prdm/contract/organisation/settings';
import { buildDepartment, buildPerson, buildProject } from '../../../testing/worlds/builders.ts';
import { keyInData } from '@prdm/locales/text-key';
import { translate } from '../../../platform/translate.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import {
  found,
  leaderWorld,
  type LeaderWorld,
  type TemplateStage as Stage,
} from '../../../testing/worlds/areas/leader-world.ts';

let app: TestApp;
let world: LeaderWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await leaderWorld(app);
});
afterAll(() => app.stop());

const roleId = async (key: string): Promise<number> =>
  (await app.modules.organisation.roles(world.enterpriseId)).find((role) => role.key === key)?.id ?? 0;
/** The first administrator, who is the fallback approver of a new enterprise. */
const chief = async (): Promise<number> =>
  (
    await app.platform.db.transaction((trx) => app.modules.organisation.fallbackApprovers(trx, world.enterpriseId))
  )[0] ?? 0;

describe('leaders of the starter', () => {
  const rule = (executor_rule: string): Stage[] => [{ executor_rule }];

  it('are found by rank: direct leader, department head, leading manager', async () => {
    expect((await world.first(rule('direct_leader'))).people).toEqual([found(world.head.room, 'direct_leader')]);
    expect((await world.first(rule('department_head'))).people).toEqual([found(world.head.office, 'department_head')]);
    expect((await world.first(rule('leading_manager'))).people).toEqual([found(world.head.manager, 'leading_manager')]);
  });

  it('the named direct leader goes before the head of the department', async () => {
    const chosen = await buildPerson(app, { name: '导师', departmentId: world.tree.room });
    const person = await buildPerson(app, { departmentId: world.tree.room });
    await app.platform.db.pool.query('update staff set leader_id = $1 where user_id = $2', [chosen.id, person.id]);
    const stage = await world.first(rule('direct_leader'), { starter_id: person.id });
    expect(stage.people).toEqual([found(chosen, 'direct_leader')]);
  });

  it('a rule never finds the starter: it climbs one level, and says so', async () => {
    const direct = await world.first(rule('direct_leader'), { starter_id: world.head.room.id });
    expect(direct.people).toEqual([found(world.head.office, 'climbed')]);
    expect(direct.left).toEqual([{ id: world.head.room.id, name: '室主任', why: 'starter' }]);
    const ofOffice = await world.first(rule('department_head'), { starter_id: world.head.office.id });
    expect(ofOffice.people).toEqual([found(world.head.root, 'climbed')]);
    const top = await world.first(rule('leading_manager'), { starter_id: world.head.manager.id });
    expect(top.people).toMatchObject([{ id: await chief(), reason: 'fallback' }]);
  });

  it('climbs past a disabled head', async () => {
    const gone = await buildPerson(app, { name: '停用所长' });
    const office = await buildDepartment(app, { parentId: world.tree.root, leaderId: gone.id });
    const person = await buildPerson(app, { departmentId: office.id });
    await world.call(userDisable, { id: gone.id, version: 1 });
    const stage = await world.first(rule('department_head'), { starter_id: person.id });
    expect(stage.people).toEqual([found(world.head.root, 'climbed')]);
    expect(stage.left).toEqual([{ id: gone.id, name: '停用所长', why: 'inactive' }]);
  });

  it('belong to the person whose record it is', async () => {
    const clerk = await buildPerson(app);
    const stage = await world.first(rule('direct_leader'), {
      starter_id: clerk.id,
      facts: { person_id: world.designer.id },
    });
    expect(stage.people).toEqual([found(world.head.room, 'direct_leader')]);
  });

  it('a person without a department gets the fallback approvers, and a red stage without those', async () => {
    const alone = await buildPerson(app);
    const fallback = await buildPerson(app, { name: '兜底' });
    const set = async (ids: readonly number[]) => {
      const { version } = (await world.call(enterpriseSettings, {})).data;
      expect((await world.call(enterpriseSettingsEdit, { version, fallback_approver_ids: ids })).code).toBe(0);
    };
    await set([fallback.id]);
    const stage = await world.first(rule('direct_leader'), { starter_id: alone.id });
    expect(stage).toMatchObject({ people: [found(fallback, 'fallback')], red: false });
    // The only fallback approver is the starter, whom no rule finds.
    const red = await world.first(rule('direct_leader'), { starter_id: fallback.id });
    expect(red).toMatchObject({ people: [], left: [{ id: fallback.id, why: 'starter' }], red: true });
    await set([]);
  });
});

describe('roles', () => {
  it('a role of the enterprise finds its active holders', async () => {
    const [one, two] = [
      await buildPerson(app, { roles: ['finance'] }),
      await buildPerson(app, { name: '财务二', roles: ['finance'] }),
    ];
    await world.call(userDisable, { id: two.id, version: 1 });
    const stage = await world.first([{ executor_rule: 'role', role_id: await roleId('finance') }]);
    expect(stage.people).toEqual([found(one, 'role')]);
    expect(stage.left).toEqual([{ id: two.id, name: '财务二', why: 'inactive' }]);
  });

  it('a project role finds its members, in one profession if the stage says so', async () => {
    const [architect, engineer, everywhere] = [
      await buildPerson(app, { name: '建筑校对' }),
      await buildPerson(app, { name: '结构校对' }),
      await buildPerson(app, { name: '全专业校对' }),
    ];
    const [building, structure] = (await app.modules.config.list(world.enterpriseId, 'profession')).map(({ id }) => id);
    const project = await buildProject(app, {
      members: [
        { id: architect.id, roles: ['proofreader'], professionId: building },
        { id: engineer.id, roles: ['proofreader'], professionId: structure },
        { id: everywhere.id, roles: ['proofreader'] },
        { id: world.designer.id, roles: ['designer'], professionId: building },
      ],
    });
    const stage = { executor_rule: 'project_role', role_id: await roleId('proofreader') };
    const given = { project_id: project.id, profession_id: building };
    const all = await world.first([stage], given, { kind: 'task' });
    expect(all.people.map(({ id }) => id)).toEqual([architect.id, engineer.id, everywhere.id]);
    const own = await world.first([{ ...stage, by_profession: true }], given, { kind: 'task' });
    expect(own.people).toEqual([found(architect, 'project_role'), found(everywhere, 'project_role')]);
    const none = await world.first([{ ...stage, by_profession: true }], { project_id: project.id }, { kind: 'task' });
    expect(none.people.length).toBe(3);
  });

  it('a colleague outside of the project is left out', async () => {
    const project = await buildProject(app);
    const stage = await world.first(
      [{ executor_rule: 'users', executor_ids: [world.designer.id] }],
      { project_id: project.id },
      { kind: 'task' },
    );
    expect(stage).toMatchObject({ people: [], left: [{ id: world.designer.id, why: 'outside' }], red: true });
  });

  it.each([
    ['project_role', undefined, 'validation'],
    ['project_role', 'finance', 'wrong'],
    ['role', 'proofreader', 'wrong'],
    ['direct_leader', 'finance', 'unused'],
  ])('the rule %s with the role %s is refused at the field', async (executor_rule, key, _why) => {
    const role_id = key === undefined ? undefined : await roleId(key);
    const answer = await world.call(contract.templateAdd, {
      name: '错',
      stages: [{ name: 'a', executor_rule, role_id }],
    });
    expect([answer.code, answer.data.field]).toEqual([1001, 'stages.0.role_id']);
  });
});

describe('named and chosen people', () => {
  it('may be the starter, and have no fallback', async () => {
    const gone = await buildPerson(app, { name: '将停用' });
    const id = await world.template([
      { executor_rule: 'users', executor_ids: [world.designer.id] },
      { executor_rule: 'users', executor_ids: [gone.id, world.head.room.id] },
      { executor_rule: 'chosen' },
      { executor_rule: 'chosen' },
    ]);
    await world.call(userDisable, { id: gone.id, version: 1 });
    const chosen = [[], [], [world.head.office.id, world.designer.id]];
    const { data } = await world.call(contract.templateTestRun, {
      template: id,
      starter_id: world.designer.id,
      chosen,
    });
    expect(data.stages).toMatchObject([
      { people: [found(world.designer, 'named')], red: false },
      { people: [found(world.head.room, 'named')], left: [{ id: gone.id, name: '将停用', why: 'inactive' }] },
      { people: [found(world.head.office, 'chosen'), found(world.designer, 'chosen')] },
      { position: 4, people: [], red: true },
    ]);
    expect(data.ok).toBe(false);
  });

  it('the own check without a choice belongs to the authors', async () => {
    const other = await buildPerson(app, { name: '共同设计' });
    const [own, next] = await world.run(
      [
        { name: '自校', executor_rule: 'chosen' },
        { name: '校对', executor_rule: 'chosen' },
      ],
      { author_ids: [world.designer.id, other.id] },
    );
    expect(own?.people).toEqual([found(world.designer, 'author'), found(other, 'author')]);
    expect(next?.red).toBe(true);
  });
});

describe('a stage with separation', () => {
  it('leaves out authors and executors of other separate stages, but not those of other stages', async () => {
    const [author, checker] = [await buildPerson(app, { name: '作者' }), await buildPerson(app, { name: '自校人' })];
    const all = [author.id, checker.id, world.head.room.id, world.head.office.id];
    const [, second, , third] = await world.run(
      [
        { name: '自校', executor_rule: 'users', executor_ids: [checker.id] },
        { name: '校对', executor_rule: 'users', executor_ids: [world.head.room.id], separate: true },
        { name: '专业负责人', executor_rule: 'users', executor_ids: [world.head.office.id] },
        { name: '审核', executor_rule: 'users', executor_ids: all, separate: true },
      ],
      { author_ids: [author.id] },
    );
    expect(second?.people).toEqual([found(world.head.room, 'named')]);
    expect(third?.people).toEqual([found(checker, 'named'), found(world.head.office, 'named')]);
    expect(third?.left).toMatchObject([
      { id: author.id, why: 'separate' },
      { id: world.head.room.id, why: 'separate' },
    ]);
  });
});

describe('both sides of a record', () => {
  it('are the heads of both departments', async () => {
    const other = await buildPerson(app, { name: '他方负责人' });
    const side = await buildDepartment(app, { leaderId: other.id });
    const facts = { department_id: world.tree.room, other_department_id: side.id };
    const stage = await world.first(
      [{ executor_rule: 'both_sides', sign_mode: 'all' }],
      { facts },
      { kind: 'carry_capital' },
    );
    expect(stage.people).toEqual([found(world.head.office, 'both_sides'), found(other, 'both_sides')]);
    const own = await world.first(
      [{ executor_rule: 'both_sides' }],
      { facts, starter_id: world.head.office.id },
      { kind: 'carry_capital' },
    );
    expect(own.people).toEqual([found(world.head.root, 'climbed'), found(other, 'both_sides')]);
  });

  it('are refused for a kind with one department', async () => {
    const stages = [{ name: 'a', executor_rule: 'both_sides' }];
    const answer = await world.call(contract.templateAdd, { name: '双方', kind: 'vacate', stages });
    expect([answer.code, answer.data.field]).toEqual([1001, 'stages.0.executor_rule']);
  });
});

describe('conditions', () => {
  const over = (operator: string, value: unknown, fact = 'days') => ({ fact, operator, value });
  const stage = (...conditions: object[]): Stage[] => [
    { executor_rule: 'direct_leader' },
    { executor_rule: 'department_head', conditions },
  ];
  const omitted = async (conditions: object[], facts: object, kind: ProcessKind = 'vacate') =>
    (await world.run(stage(...conditions), { facts }, { kind }))[1]?.omitted;

  it.each([
    ['gt', 3, 3, true],
    ['gt', 3, 3.5, false],
    ['ge', 3, 3, false],
    ['lt', 3, 3, true],
    ['le', 3, 3, false],
    ['eq', '3', 3, false],
    ['ne', 3, 3, true],
  ])('days %s %s with %s days: left out %s', async (operator, value, days, left) => {
    expect(await omitted([over(operator, value)], { days })).toBe(left);
  });

  it('amounts compare as fen, not as text', async () => {
    const limit = [over('ge', '1000000.00', 'amount')];
    expect(await omitted(limit, { amount: '999999.99' }, 'contract')).toBe(true);
    expect(await omitted(limit, { amount: '1000000.00' }, 'contract')).toBe(false);
    expect(await omitted([over('lt', '9.00', 'amount')], { amount: '10.00' }, 'contract')).toBe(true);
  });

  it('all have to hold, and a missing fact fulfils only "is not"', async () => {
    const both = [over('ge', 3), over('in', ['annual', 'sick'], 'type')];
    expect(await omitted(both, { days: 5, type: 'sick' })).toBe(false);
    expect(await omitted(both, { days: 5, type: 'personal' })).toBe(true);
    expect(await omitted(both, { type: 'sick' })).toBe(true);
    expect(await omitted([over('ne', 'sick', 'type')], {})).toBe(false);
    expect(await omitted([over('eq', world.tree.room, 'department_id')], { department_id: world.tree.room })).toBe(
      false,
    );
    expect(
      await omitted([over('in', [world.tree.room, world.tree.root], 'department_id')], {
        department_id: world.tree.office,
      }),
    ).toBe(true);
  });

  it.each([
    ['an unknown fact', over('eq', 1, 'colour'), 'conditions.wrongFact'],
    ['a fact of another kind', over('eq', '1.00', 'amount'), 'conditions.wrongFact'],
    ['an operator of another type', over('gt', 'x', 'type'), 'conditions.wrongOperator'],
    ['an unknown operator', over('like', 1), 'conditions.wrongOperator'],
    ['a value that is no number', over('gt', 'drei'), 'conditions.wrongValue'],
    ['a list for one value', over('eq', ['a', 'b'], 'type'), 'conditions.wrongValue'],
    ['an empty list', over('in', [], 'type'), 'conditions.wrongValue'],
    ['an id that is none', over('eq', 'x', 'department_id'), 'conditions.wrongValue'],
  ])('%s is refused at the condition', async (_what, wrong, key) => {
    const stages = [{ name: 'a', executor_rule: 'chosen', conditions: [over('gt', 1), wrong] }];
    const answer = await app.call(
      contract.templateAdd,
      { name: '错', kind: 'vacate', stages },
      { token: world.admin, lang: 'en' },
    );
    expect([answer.code, answer.data.field]).toEqual([1001, 'stages.0.conditions.1']);
    expect(answer.msg).toBe(translate('en', keyInData(key)));
    const whole = await world.call(contract.templateAdd, {
      name: '错',
      kind: 'vacate',
      conditions: [wrong],
      stages: [{ name: 'a', executor_rule: 'chosen' }],
    });
    expect([whole.code, whole.data.field]).toEqual([1001, 'conditions.0']);
  });

  it('an eleventh condition is refused, and ids are judged', async () => {
    const many = Array.from({ length: 11 }, () => over('gt', 1));
    const add = (conditions: object[]) =>
      world.call(contract.templateAdd, {
        name: '多',
        kind: 'vacate',
        stages: stage(...conditions).map((one) => ({ name: 'a', ...one })),
      });
    expect((await add(many)).data.field).toBe('stages.1.conditions');
    expect((await add([over('eq', 999_999, 'department_id')])).code).toBe(1006);
    expect((await add([over('eq', 999_999, 'person_id')])).code).toBe(1013);
  });

  it('are read back as they were written', async () => {
    const conditions = [
      over('ge', 3),
      over('in', ['annual', 'sick'], 'type'),
      over('eq', world.tree.room, 'department_id'),
    ];
    const id = await world.template(stage(...conditions), { conditions });
    const { data } = await world.call(contract.templateInfo, { id });
    expect(data.conditions).toEqual(conditions);
    expect(data.stages[1].conditions).toEqual(conditions);
  });
});
