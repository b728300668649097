import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '@prdm/contract/processes/templates';
import {
  buildPerson,
  buildProcessTemplate,
  buildProject,
  PASSWORD,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

let app: TestApp;
let token: string;
let person: BuiltPerson;
let serial = 0;

beforeAll(async () => {
  app = await startApp({ works: false });
  token = await app.admin();
  person = await buildPerson(app, { name: '王校对' });
});
afterAll(() => app.stop());

const stage = (over: object = {}) => ({ name: '校对', executor_ids: [person.id], ...over });
const fields = (stages: object[], over: object = {}) => {
  serial += 1;
  return { name: `施工图审核${serial}`, stages, ...over };
};
const asAdmin = (endpoint: Parameters<TestApp['call']>[0], input: unknown) => app.call(endpoint, input, { token });
const add = (stages: object[], over: object = {}) => asAdmin(contract.templateAdd, fields(stages, over));
const info = async (id: number) => (await asAdmin(contract.templateInfo, { id })).data;

describe('templates', () => {
  it('[EN-033] a process is created, listed, edited and deleted', async () => {
    const created = await asAdmin(contract.templateAdd, {
      name: '设校审流程',
      stages: [stage(), stage({ name: '审定' })],
    });
    expect(created.code).toBe(0);
    const { id } = created.data;
    const listed = async () =>
      (await asAdmin(contract.templateIndex, { word: '设校审' })).data.list.map((row: { id: number }) => row.id);
    expect(await listed()).toEqual([id]);
    expect(await info(id)).toMatchObject({
      name: '设校审流程',
      kind: 'task',
      enabled: true,
      version: 1,
      stages: [
        { name: '校对', executors: [{ id: person.id, name: '王校对', active: true }], sign_mode: 'any', days: null },
        { name: '审定', reject_to: 'starter', allow_transfer: true },
      ],
    });
    const edited = await asAdmin(contract.templateEdit, {
      id,
      version: 1,
      name: '设校审流程（新）',
      kind: 'contract',
      stages: [stage({ sign_mode: 'all', days: '3', reject_to: 'previous', allow_transfer: 'false' })],
    });
    expect(edited.data).toEqual({ version: 2 });
    expect(await info(id)).toMatchObject({
      name: '设校审流程（新）',
      kind: 'contract',
      stages: [{ sign_mode: 'all', days: 3, reject_to: 'previous', allow_transfer: false }],
    });
    expect((await asAdmin(contract.templateDel, { id, version: 2 })).code).toBe(0);
    expect(await listed()).toEqual([]);
    expect((await asAdmin(contract.templateInfo, { id })).code).toBe(404);
  });

  it('[VA-006] execution days are filled in all stages or in none, each a number of at least 0', async () => {
    const withDays = (...days: unknown[]) => add(days.map((one) => stage({ days: one })));
    const refused = await withDays('1', '', '2');
    expect([refused.code, refused.msg, refused.data.field]).toEqual([1001, '执行天数须全部填写或全部不填', 'stages']);
    expect((await withDays('', '', '')).code).toBe(0);
    const accepted = await withDays('0', '1.5', '30');
    expect(accepted.code).toBe(0);
    expect((await info(accepted.data.id)).stages.map((one: { days: number }) => one.days)).toEqual([0, 1.5, 30]);
    for (const bad of ['-1', 'zwei', '1e3']) {
      const answer = await withDays('1', bad);
      expect([bad, answer.code, answer.data.field]).toEqual([bad, 1001, 'stages.1.days']);
    }
    // PostgreSQL would round 1.555 to 1.56, so the call refuses it.
    expect(await withDays('0.29', '1.555')).toMatchObject({
      code: 1001,
      msg: '执行天数最多两位小数',
      data: { field: 'stages.1.days' },
    });
    const rest = { id: accepted.data.id, version: 1, name: '改', stages: [stage({ days: '1' }), stage()] };
    expect((await asAdmin(contract.templateEdit, rest)).code).toBe(1001);
  });

  it('accepts the stages as JSON text in one field too', async () => {
    const answer = await add([], { stages: JSON.stringify([stage(), stage({ name: '审定' })]) });
    expect(answer.code).toBe(0);
    expect((await info(answer.data.id)).stages.length).toBe(2);
  });

  it.each([
    ['no stage at all', { name: 'x', stages: '[]' }, 'stages'],
    [
      'a stage without listed people',
      { name: 'x', stages: [{ name: '审核', executor_ids: '[]' }] },
      'stages.0.executor_ids',
    ],
    ['a stage without a name', { name: 'x', stages: [{ name: ' ', executor_rule: 'chosen' }] }, 'stages.0.name'],
    ['an unknown field', { name: 'x', stages: [{ name: 'a', executor_rule: 'chosen', hack: 1 }] }, 'stages.0.hack'],
    ['an unknown kind', { name: 'x', kind: 'party', stages: [{ name: 'a', executor_rule: 'chosen' }] }, 'kind'],
  ])('refuses %s', async (_what, input, field) => {
    const answer = await asAdmin(contract.templateAdd, input);
    expect([answer.code, answer.data.field]).toEqual([1001, field]);
  });

  it('takes a leading role as role of projects and as role of the enterprise', async () => {
    const roles = await app.modules.organisation.roles(await theEnterprise(app));
    const stageOf = (executor_rule: string, key: string) =>
      stage({ executor_ids: [], executor_rule, role_id: roles.find((role) => role.key === key)?.id });
    const codes = async (key: string) => {
      const answers = [];
      for (const rule of ['project_role', 'role']) answers.push((await add([stageOf(rule, key)])).code);
      return answers;
    };
    expect(await codes('general_manager')).toEqual([0, 0]);
    expect(await codes('finance')).toEqual([1001, 0]);
    expect(await codes('designer')).toEqual([0, 1001]);
  });

  it('refuses an executor who does not exist', async () => {
    expect((await add([stage({ executor_ids: [999_999] })])).code).toBe(1013);
  });

  it('a name is unique for a kind, and free again after the template is deleted', async () => {
    const { data } = await add([stage()], { name: '合同会签' });
    const again = await add([stage()], { name: '合同会签' });
    expect([again.code, again.data.field]).toEqual([1018, 'name']);
    expect((await add([stage()], { name: '合同会签', kind: 'contract' })).code).toBe(0);
    await asAdmin(contract.templateDel, { id: data.id, version: 1 });
    expect((await add([stage()], { name: '合同会签' })).code).toBe(0);
  });

  it('a stale version answers 1009 on every change, and nothing changes', async () => {
    const { id } = await buildProcessTemplate(app);
    const body = { name: '新名称', stages: [stage()] };
    expect((await asAdmin(contract.templateEdit, { id, version: 1, ...body })).code).toBe(0);
    const before = await info(id);
    for (const [endpoint, input] of [
      [contract.templateEdit, body],
      [contract.templateEnable, {}],
      [contract.templateDisable, {}],
      [contract.templateDel, {}],
    ] as const)
      expect((await asAdmin(endpoint, { id, version: 1, ...input })).code).toBe(1009);
    expect(await info(id)).toEqual(before);
  });

  it('exactly one of 20 saves of one version succeeds', async () => {
    const { id } = await buildProcessTemplate(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        asAdmin(contract.templateEdit, { id, version: 1, name: `并发${n}`, stages: [stage({ name: `节点${n}` })] }),
      ),
    );
    expect(answers.filter(({ code }) => code === 0).length).toBe(1);
    expect(answers.filter(({ code }) => code === 1009).length).toBe(19);
    const { name, stages } = await info(id);
    expect(stages[0].name).toBe(String(name).replace('并发', '节点'));
  });
});

describe('rights on templates', () => {
  it('every signed-in colleague reads, only ProjectSetting-index writes', async () => {
    const { id } = await buildProcessTemplate(app);
    const plain = { token: await app.signIn(person.account, PASSWORD) };
    expect((await app.call(contract.templateIndex, { enabled: 'true', ispage: 'not' }, plain)).code).toBe(0);
    expect((await app.call(contract.templateInfo, { id }, plain)).code).toBe(0);
    for (const [endpoint, input] of [
      [contract.templateAdd, fields([stage()])],
      [contract.templateEdit, { id, version: 1, ...fields([stage()]) }],
      [contract.templateEnable, { id, version: 1 }],
      [contract.templateDisable, { id, version: 1 }],
      [contract.templateDel, { id, version: 1 }],
    ] as const)
      expect((await app.call(endpoint, input, plain)).code).toBe(1005);
    expect((await info(id)).version).toBe(1);
  });
});

describe('a template that can never run', () => {
  it('is refused, because the separation leaves a stage without people', async () => {
    const [one, two] = [await buildPerson(app), await buildPerson(app)];
    const apart = (name: string, ids: number[], over: object = {}) =>
      stage({ name, executor_ids: ids, separate: true, ...over });
    const refused = await add([apart('校对', [one.id]), apart('审核', [one.id])]);
    expect([refused.code, refused.msg]).toEqual([1008, '节点“审核”永远不会有审核人，请先改正']);
    expect((await add([apart('校对', [one.id]), apart('审核', [one.id, two.id])])).code).toBe(0);
    expect((await add([apart('自校', [one.id]), apart('审核', [one.id])])).code).toBe(0);
    expect((await add([apart('校对', [one.id]), stage({ name: '审核', executor_ids: [one.id] })])).code).toBe(0);
  });

  it('leaves out copies outside of the project, and a task takes the rest', async () => {
    const { id: projectId } = await buildProject(app, { members: [{ id: person.id, roles: ['proofreader'] }] });
    const outside = await buildPerson(app, { name: '外总工' });
    const made = await add([stage({ cc_ids: [person.id, outside.id] })], { cc_ids: [outside.id] });
    expect(made.code, made.msg).toBe(0);
    const run = await asAdmin(contract.templateTestRun, { template: made.data.id, project_id: projectId });
    expect(run.data).toMatchObject({
      cc_ids: [],
      stages: [{ cc: [{ id: person.id }], cc_left: [{ id: outside.id, name: '外总工', why: 'outside' }] }],
    });
    const everywhere = await asAdmin(contract.templateTestRun, { template: made.data.id });
    expect(everywhere.data).toMatchObject({ cc_ids: [outside.id], stages: [{ cc_left: [] }] });
  });
});

describe('an invited partner', () => {
  it('sees no template, because templates name people of the enterprise', async () => {
    const { id } = await buildProcessTemplate(app);
    const guest = await buildPerson(app);
    await app.platform.db.pool.query(`update staff set type = 'partner' where user_id = $1`, [guest.id]);
    const as = { token: await app.signIn(guest.account, PASSWORD) };
    expect((await app.call(contract.templateInfo, { id }, as)).code).toBe(404);
    expect((await app.call(contract.templateIndex, {}, as)).data).toMatchObject({ list: [], total: 0 });
  });
});

describe('resolving', () => {
  it('returns the listed people, and the chosen ones where the rule says so', async () => {
    const enterpriseId = await theEnterprise(app);
    const [one, two] = [await buildPerson(app), await buildPerson(app)];
    const { data } = await add([stage({ days: 1 }), { name: '审核', executor_rule: 'chosen', days: 2 }]);
    const run = (chosen?: number[][], templateId: number = data.id, enterprise = enterpriseId) =>
      app.modules.processes.resolveTemplate(enterprise, {
        kind: 'task',
        templateId,
        projectId: null,
        professionId: null,
        starterId: person.id,
        authorIds: [],
        facts: {},
        chosen,
      });
    expect(await run([[], [two.id, one.id]])).toMatchObject([
      { name: '校对', executorIds: [person.id], days: 1 },
      { name: '审核', executorIds: [two.id, one.id], days: 2 },
    ]);
    await expect(run([[one.id]])).rejects.toMatchObject({ code: 1001, details: { field: 'chosen.0' } });
    await expect(run()).rejects.toMatchObject({
      code: 1001,
      key: 'processes.noExecutor',
      details: { field: 'chosen.1', params: { name: '审核' } },
    });
    await asAdmin(contract.templateDisable, { id: data.id, version: 1 });
    await expect(run()).rejects.toMatchObject({ key: 'processes.templateDisabled' });
    await asAdmin(contract.templateEnable, { id: data.id, version: 2 });
    expect((await run([[], [one.id]])).length).toBe(2);
    await expect(run([], data.id, enterpriseId + 1)).rejects.toMatchObject({ code: 1006 });
  });
});
