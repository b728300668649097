import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '@prdm/access';
import { MONEY_MODULES } from '@prdm/contract/kit/money';
import { CONTENT_KEYS, ROLE_RANGES, roleAdd, roleEdit, rolePreview } from '@prdm/contract/organisation/roles';
import { STORED_NODES } from '@prdm/contract/nodes';
import {
  buildPerson,
  buildProject,
  principalFor,
  theEnterprise,
  type BuiltPerson,
} from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { rightsOf, stepsBetween } from './role.preview.ts';

/** Random changes of a role. ROLE_CHANGES=200 runs as many as the bar of the work asks for. */
const CHANGES = Number(process.env.ROLE_CHANGES ?? 25);
const SEED = 20_261_124;

let app: TestApp;
let admin: string;
let home: number;
const people: BuiltPerson[] = [];
const projects: number[] = [];
const roles: { own: number[]; project: number[] } = { own: [], project: [] };

const call = (endpoint: Parameters<TestApp['call']>[0], input: unknown) => app.call(endpoint, input, { token: admin });
const query = (sql: string, values: unknown[]) => app.platform.db.pool.query(sql, values);

/** Three enterprise and two project roles, held by six people in many combinations, beside the standard roles. */
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  home = await theEnterprise(app);
  const held = [[], ['finance'], ['leader'], ['superAdmin'], ['administrator', 'hr'], ['business_manager']] as const;
  for (const keys of held) people.push(await buildPerson(app, { roles: [...keys] }));
  for (const at of [0, 1, 2, 3, 4]) {
    const kind = at < 3 ? 'personnel' : 'project';
    const { data } = await call(roleAdd, { name: `变更${at}`, kind });
    (at < 3 ? roles.own : roles.project).push(data.id);
  }
  for (const at of [0, 1]) {
    const members = people.slice(at, at + 4).map(({ id }) => ({ id, roles: at === 0 ? (['designer'] as const) : [] }));
    const project = await buildProject(app, { members: members.map((one) => ({ ...one, roles: [...one.roles] })) });
    projects.push(project.id);
    for (const [place, { id }] of members.entries())
      await query('insert into project_member_role values ($1, $2, $3, $4, 0) on conflict do nothing', [
        home,
        project.id,
        id,
        roles.project[place % 2],
      ]);
  }
  for (const [place, { id }] of people.entries())
    for (const [at, roleId] of roles.own.entries())
      if ((place + at) % 2 === 0)
        await query('insert into role_holder (enterprise_id, role_id, user_id) values ($1, $2, $3)', [
          home,
          roleId,
          id,
        ]);
}, 120_000);
afterAll(() => app.stop());

const PARTS = fc.record({
  access: fc.uniqueArray(fc.constantFrom(...STORED_NODES), { maxLength: 6 }),
  view_range: fc.constantFrom(...ROLE_RANGES),
  content_access: fc.uniqueArray(fc.constantFrom(...CONTENT_KEYS)),
  module_permission: fc.record(
    Object.fromEntries(MONEY_MODULES.map((module) => [module, fc.constantFrom(0, 1, 2, 3)])) as Record<
      (typeof MONEY_MODULES)[number],
      fc.Arbitrary<number>
    >,
  ),
});

/** Everybody's rights as the next call reads them from the database. */
const measured = async (): Promise<Map<number, Principal>> => {
  const found = new Map<number, Principal>();
  for (const { id } of people) found.set(id, await principalFor(app, id, home));
  return found;
};
const holdsIn = (principal: Principal, roleId: number) =>
  projects.filter((id) => principal.projectRoles[String(id)]?.includes(roleId));
const sorted = (steps: readonly object[]) => steps.map((one) => JSON.stringify(one)).toSorted();

describe('a preview', () => {
  it('names the gains and losses that the change then has, and changes no row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...roles.own, ...roles.project), PARTS, async (id, parts) => {
        const isProjectRole = roles.project.includes(id);
        const form = { ...parts, view_range: isProjectRole ? 'self' : parts.view_range };
        const role = async () =>
          (await query('select name, version, xmin from role where id = $1', [id])).rows[0] as {
            name: string;
            version: number;
          };
        const before = await measured();
        const row = await role();
        const preview = await call(rolePreview, { id, ...form });
        expect(preview).toMatchObject({ code: 0 });
        expect(await role()).toEqual(row);
        expect(await call(roleEdit, { id, version: row.version, name: row.name, ...form })).toMatchObject({ code: 0 });
        const after = await measured();
        const expected = people.flatMap(({ id: userId }) => {
          const [was, is] = [before.get(userId) as Principal, after.get(userId) as Principal];
          const asked = { nodes: STORED_NODES, projectIds: holdsIn(is, id) };
          const { gains, losses } = stepsBetween(rightsOf(was, asked), rightsOf(is, asked));
          return gains.length + losses.length === 0
            ? []
            : [{ id: userId, gains: sorted(gains), losses: sorted(losses) }];
        });
        const shown = preview.data.people.map((one: { id: number; gains: object[]; losses: object[] }) => ({
          id: one.id,
          gains: sorted(one.gains),
          losses: sorted(one.losses),
        }));
        expect(shown).toEqual(expected.toSorted((a, b) => a.id - b.id));
        expect(preview.data.total).toBe(expected.length);
      }),
      { numRuns: CHANGES, seed: SEED },
    );
  }, 300_000);

  it('counts the people who gain and lose each right', async () => {
    const { data } = await call(roleAdd, { name: '预览', kind: 'personnel', access: ['home-Task-all'] });
    const [one, two] = [await buildPerson(app), await buildPerson(app, { roles: ['administrator'] })];
    for (const { id } of [one, two])
      await query('insert into role_holder (enterprise_id, role_id, user_id) values ($1, $2, $3)', [home, data.id, id]);
    const log = async () => (await query('select count(*)::int as n from action_log', [])).rows[0].n as number;
    const logged = await log();
    const preview = await call(rolePreview, { id: data.id, access: ['home-Role-index'] });
    expect(preview.data).toMatchObject({ holders: 2, total: 2 });
    expect(preview.data.rights).toEqual([
      // The second person has the page by another role, in the whole enterprise.
      { part: 'access', key: 'home-Role-index', gain: 1, lose: 0 },
      { part: 'access', key: 'home-Task-all', gain: 0, lose: 2 },
    ]);
    expect(await log()).toBe(logged);
  });
});
