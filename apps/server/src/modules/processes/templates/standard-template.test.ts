import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RoleKey } from '@prdm/contract/nodes';
import * as contract from '@prdm/contract/processes/templates';
import type { RunStage, TemplateRow } from '@prdm/contract/processes/templates';
import { buildPerson, buildProject, theEnterprise } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

/* The template of a fresh enterprise: nobody has added one. */
let app: TestApp;
let token: string;
let standard: TemplateRow;

beforeAll(async () => {
  app = await startApp({ works: false });
  token = await app.admin();
  const { data } = await app.call(contract.templateIndex, {}, { token });
  expect(data.list).toHaveLength(1);
  standard = data.list[0];
});
afterAll(() => app.stop());

it('a fresh enterprise has the five-role quality chain as the default template of tasks', async () => {
  const roles = await app.modules.organisation.roles(await theEnterprise(app));
  const held = (key: RoleKey) => ({
    executor_rule: 'project_role',
    role: { id: roles.find((role) => role.key === key && role.kind === 'project')?.id },
    by_profession: true,
    reject_to: 'previous',
  });
  expect(standard).toMatchObject({ name: '五级校审', kind: 'task', is_default: true, enabled: true });
  const { data } = await app.call(contract.templateInfo, { id: standard.id }, { token });
  expect(data.stages).toHaveLength(5);
  expect(data.stages).toMatchObject([
    { name: '自校', executor_rule: 'chosen', role: null, separate: false, reject_to: 'starter' },
    { name: '校对', ...held('proofreader'), separate: true },
    { name: '专业负责人', ...held('professional_leader'), separate: false },
    { name: '审核', ...held('reviewer'), separate: true },
    { name: '审定', ...held('approver'), separate: true },
  ]);
  for (const stage of data.stages)
    expect(stage).toMatchObject({ sign_mode: 'any', allow_transfer: true, days: null, executors: [], conditions: [] });
});

it('the chain finds the author and the holders of the four project roles in its order', async () => {
  const author = await buildPerson(app, { name: '设计人' });
  const keys = ['proofreader', 'professional_leader', 'reviewer', 'approver'] as const;
  const holders: { id: number; roles: RoleKey[] }[] = [];
  for (const key of keys) holders.push({ id: (await buildPerson(app)).id, roles: [key] });
  const members = [{ id: author.id, roles: ['designer'] as RoleKey[] }, ...holders];
  const { id: project_id } = await buildProject(app, { members });
  const { data } = await app.call(
    contract.templateTestRun,
    { template: standard.id, project_id, starter_id: author.id, author_ids: [author.id], facts: { type: 'task' } },
    { token },
  );
  expect(data.ok).toBe(true);
  const found = (data.stages as RunStage[]).map(({ name, people }) => [name, people.map(({ id }) => id)]);
  expect(found).toEqual([
    ['自校', [author.id]],
    ...['校对', '专业负责人', '审核', '审定'].map((name, at) => [name, [holders[at]?.id]]),
  ]);
});
