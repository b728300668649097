import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, isSuperAdmin, levelOf, seesContent, VIEW_RANGES, type Principal } from '@prdm/access';
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
import { digestOf } from '../../../testing/matrix/digest.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

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
  // The standard roles show all content to everybody, so that no change of another role would matter.
  await query(`update role set content_access = '{}' where key is not null and key <> 'superAdmin'`, []);
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

/** A right of a person: the part of the role's form, its key, and the project or `own`. */
type Name = readonly [part: 'access' | 'module_permission' | 'content_access', key: string, place: number | 'own'];

/** The widest view range in which the person holds the node, from 1. */
const width = (principal: Principal, node: string): number =>
  isSuperAdmin(principal)
    ? VIEW_RANGES.length
    : Math.max(
        ...principal.roles
          .filter(({ access }) => access.some(({ action }) => action.toLowerCase() === node.toLowerCase()))
          .map(({ viewRange }) => 1 + VIEW_RANGES.findIndex((range) => range === viewRange)),
      );

/**
 * Asks the rules themselves for one right: 0 without it. It shares no code with the preview, so that a right which the
 * preview forgets is a difference.
 */
function asked(principal: Principal, [part, key, place]: Name): number {
  const projectId = place === 'own' ? null : place;
  if (part === 'module_permission') return levelOf(principal, key, projectId);
  if (part === 'content_access') return Number(seesContent(principal, key, projectId));
  const at = key.indexOf('-');
  const node = { ask: 'node', prefix: key.slice(0, at), actions: key.slice(at + 1) } as const;
  if (place !== 'own') return Number(decide(principal, { ...node, scope: 'project', projectId: place }).allowed);
  return decide(principal, { ...node, scope: 'other' }).allowed ? width(principal, key) : 0;
}

/** Every right of the form. A role of a project reaches into every project; a role of the enterprise counts once. */
function namesOf(isProjectRole: boolean): Name[] {
  const places = isProjectRole ? (['own', ...projects] as const) : (['own'] as const);
  return [
    ...places.flatMap((place) => MONEY_MODULES.map((key): Name => ['module_permission', key, place])),
    ...places.flatMap((place) => STORED_NODES.map((key): Name => ['access', key, place])),
    ...places.flatMap((place) => CONTENT_KEYS.map((key): Name => ['content_access', key, place])),
  ];
}

/** Everybody's rights as the next call reads them from the database. */
async function measured(names: readonly Name[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const { id } of people) {
    const principal = await principalFor(app, id, home);
    found.set(
      id,
      names.map((name) => asked(principal, name)),
    );
  }
  return found;
}

interface Shown {
  part: string;
  key: string;
  from: number;
  to: number;
  projects: number;
}
/** The steps of the preview, one text for each; equal ones in several projects are one with their number. */
function stepsOf(names: readonly Name[], was: readonly number[], is: readonly number[]): Shown[] {
  const steps = new Map<string, Shown>();
  for (const [at, [part, key, place]] of names.entries()) {
    const [from, to] = [was[at] ?? 0, is[at] ?? 0];
    if (from === to) continue;
    const shown = part === 'access' && from > 0 && to > 0 ? 'view_range' : part;
    const name = [shown, key, from, to, place === 'own'].join(' ');
    const projectsSoFar = steps.get(name)?.projects ?? 0;
    steps.set(name, { part: shown, key, from, to, projects: place === 'own' ? 0 : projectsSoFar + 1 });
  }
  return [...steps.values()];
}
const sorted = (steps: readonly Shown[]) =>
  steps.map(({ part, key, from, to, projects: n }) => `${part} ${key} ${from} -> ${to} in ${n}`).toSorted();

describe('a preview', () => {
  it('names the gains and losses that the change then has, and changes no row', async () => {
    let [counted, affecting, inProjects, content] = [0, 0, 0, 0];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...roles.own, ...roles.project), PARTS, async (id, parts) => {
        const isProjectRole = roles.project.includes(id);
        const form = { ...parts, view_range: isProjectRole ? 'self' : parts.view_range };
        const { rows } = await query('select name, version from role where id = $1', [id]);
        const { name, version } = rows[0] as { name: string; version: number };
        const names = namesOf(isProjectRole);
        const before = await measured(names);
        const digest = await digestOf(app);
        const preview = await call(rolePreview, { id, ...form });
        expect(preview).toMatchObject({ code: 0 });
        expect(await digestOf(app)).toEqual(digest);
        expect(await call(roleEdit, { id, version, name, ...form })).toMatchObject({ code: 0 });
        const after = await measured(names);
        const expected = people.flatMap(({ id: userId }) => {
          const steps = stepsOf(names, before.get(userId) ?? [], after.get(userId) ?? []);
          if (steps.length === 0) return [];
          const gains = steps.filter(({ from, to }) => to > from);
          const losses = steps.filter(({ from, to }) => to < from);
          return [{ id: userId, gains: sorted(gains), losses: sorted(losses) }];
        });
        counted += 1;
        affecting += Number(expected.length > 0);
        inProjects += Number(isProjectRole && expected.length > 0);
        const texts = expected.flatMap(({ gains, losses }) => [...gains, ...losses]);
        content += Number(isProjectRole && texts.some((text) => text.startsWith('content_access')));
        const shown = preview.data.people.map((one: { id: number; gains: Shown[]; losses: Shown[] }) => ({
          id: one.id,
          gains: sorted(one.gains),
          losses: sorted(one.losses),
        }));
        expect(shown).toEqual(expected.toSorted((a, b) => a.id - b.id));
        expect(preview.data.total).toBe(expected.length);
      }),
      { numRuns: CHANGES, seed: SEED },
    );
    console.log(
      `role changes: ${counted}, of which ${affecting} changed somebody's rights, ${inProjects} of them by a project role (${content} in content)`,
    );
    expect(content).toBeGreaterThan(0);
  }, 300_000);

  it('names the content that a project role shows in its projects', async () => {
    const [role] = roles.project;
    await query(`update role set content_access = '{}' where id = any($1)`, [[...roles.own, ...roles.project]]);
    const parts = { access: [], view_range: 'self', module_permission: {} };
    const save = async (content_access: readonly string[]) => {
      const { rows } = await query('select name, version from role where id = $1', [role]);
      const { name, version } = rows[0] as { name: string; version: number };
      return call(roleEdit, { id: role, version, name, ...parts, content_access });
    };
    expect(await save([])).toMatchObject({ code: 0 });
    const gain = await call(rolePreview, { id: role, ...parts, content_access: ['opinions'] });
    expect(gain.data.rights).toEqual([{ part: 'content_access', key: 'opinions', gain: expect.any(Number), lose: 0 }]);
    expect(gain.data.rights[0].gain).toBeGreaterThan(0);
    expect(await save(['opinions'])).toMatchObject({ code: 0 });
    const loss = await call(rolePreview, { id: role, ...parts, content_access: [] });
    expect(loss.data.rights).toEqual([
      { part: 'content_access', key: 'opinions', gain: 0, lose: gain.data.rights[0].gain },
    ]);
    expect(await save([])).toMatchObject({ code: 0 });
  });

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
