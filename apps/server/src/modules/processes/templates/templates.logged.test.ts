import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '@prdm/contract/processes/templates';
import { buildPerson, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { whileLocked } from '../../../testing/servers/while-locked.ts';

let app: TestApp;
let token: string;
let people: [BuiltPerson, BuiltPerson, BuiltPerson];
beforeAll(async () => {
  app = await startApp({ works: false });
  token = await app.admin();
  people = [
    await buildPerson(app, { name: '王校对' }),
    await buildPerson(app, { name: '李审核' }),
    await buildPerson(app, { name: '周抄送' }),
  ];
});
afterAll(() => app.stop());

const asAdmin = (endpoint: Parameters<TestApp['call']>[0], input: unknown) => app.call(endpoint, input, { token });
const stage = (name: string, executor_ids: number[], more: object = {}) => ({
  name,
  executor_rule: 'users',
  executor_ids,
  sign_mode: 'any',
  days: null,
  allow_transfer: true,
  reject_to: 'starter',
  role_id: null,
  by_profession: false,
  conditions: [],
  cc_ids: [],
  separate: false,
  straight: false,
  ...more,
});

it('the action log records reviewers, terms and copies of a template before and after', async () => {
  const [proofreader, reviewer, copied] = people.map(({ id }) => id) as [number, number, number];
  const first = {
    name: '设校审流程',
    kind: 'task',
    cc_ids: [copied],
    conditions: [{ fact: 'type', operator: 'in', value: ['task', 'stask'] }],
    is_default: false,
    sort: 2,
    stages: [
      stage('校对', [proofreader], { days: 1.5 }),
      stage('审核', [], { executor_rule: 'chosen', days: 2, reject_to: 'previous' }),
    ],
  };
  const { data } = await asAdmin(contract.templateAdd, first);
  const second = { ...first, cc_ids: [], stages: [stage('校对', [proofreader, reviewer], { sign_mode: 'all' })] };
  expect((await asAdmin(contract.templateEdit, { id: data.id, version: 1, ...second, cc_ids: '[]' })).code).toBe(0);
  const { rows } = await app.platform.db.pool.query(
    `select event, before, after from action_log
     where target_kind = 'process_template' and target_id = $1 order by id`,
    [data.id],
  );
  expect(rows).toEqual([
    { event: 'processes.templateAdded', before: null, after: first },
    { event: 'processes.templateEdited', before: first, after: second },
  ]);
});

describe('a person who leaves while a new template is written', () => {
  it.each([
    ['stages.1.executor_ids', (id: number) => ({ stages: [stage('校对', [people[0].id]), stage('审核', [id])] })],
    ['cc_ids', (id: number) => ({ stages: [stage('校对', [people[0].id])], cc_ids: [id] })],
  ])('is not named by it: %s', async (field, naming) => {
    const leaver = await buildPerson(app, { name: '许离职' });
    const name = `会签 ${field}`;
    const [answer] = await whileLocked(
      app,
      'lock table process_template in share mode',
      [() => asAdmin(contract.templateAdd, { name, ...naming(leaver.id) })],
      (client) => client.query(`update staff set status = 'former' where user_id = $1`, [leaver.id]),
    );
    expect(answer).toMatchObject({ code: 1013, msg: '许离职 已离职', data: { field } });
    expect((await asAdmin(contract.templateIndex, { word: name })).data.total).toBe(0);
  });
});
