import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  decide,
  effectiveFolderRights,
  NO_PLACE,
  NO_PROJECTS,
  rightsMask,
  rightsOf,
  type FolderOnPath,
  type Principal,
} from '@prdm/access';
import { FOLDER_RIGHTS } from '@prdm/contract/status';
import { sliceDb } from '../../../platform/db.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import {
  buildFile,
  buildPerson,
  buildProject,
  principalFor,
  rootFolder,
  theEnterprise,
} from '../../../testing/worlds/builders.ts';
import { systemActor } from '../../../platform/actor.ts';
import { askerOf } from '../asker.ts';
import { asGrants, grantRepo } from './grant.repo.ts';
import { reposOf, type Caller, type Repos } from '../parts.ts';
import { authorizedBySystem } from '../../../platform/ids/authorized-by-system.ts';

let app: TestApp;
let enterpriseId: number;
let repos: Repos;
let tables: ReturnType<typeof tablesOf>;

const tablesOf = (world: TestApp) =>
  sliceDb(
    world.platform.db,
    'folder',
    'file',
    'file_version',
    'blob',
    'folder_grant',
    'trash',
    'upload',
    'file_secret',
  );

beforeAll(async () => {
  app = await startApp({ works: false });
  enterpriseId = await theEnterprise(app);
  tables = tablesOf(app);
  repos = reposOf({ tables }, enterpriseId);
}, 60_000);
afterAll(async () => app.stop());

interface Node {
  id: number;
  parent_id: number | null;
  name: string;
  trash_id: number | null;
}

const nodesOf = (projectId: number): Promise<Node[]> =>
  tables.read
    .selectFrom('folder')
    .select(['id', 'parent_id', 'name', 'trash_id'])
    .where('project_id', '=', projectId)
    .execute();

/** The path computed from parents alone; the stored ancestors must equal it. */
function pathBy(
  nodes: readonly Node[],
  id: number,
  grants: Awaited<ReturnType<Repos['grants']['on']>>,
): FolderOnPath[] {
  const node = nodes.find((entry) => entry.id === id);
  if (!node) throw new Error(`no folder ${id}`);
  const entry = {
    folderId: id,
    name: node.name,
    grants: asGrants(grants.filter((row) => row.folder_id === id)),
  };
  return [...(node.parent_id === null ? [] : pathBy(nodes, node.parent_id, grants)), entry];
}

/** The server's masks of every live folder and file. */
async function answered(principal: Principal, projectId: number, nodes: readonly Node[]) {
  const asker = askerOf(principal, [projectId]);
  const folders = await repos.folders.judged(
    asker,
    nodes.map((node) => node.id),
  );
  const ids = await tables.read.selectFrom('file').select('id').where('project_id', '=', projectId).execute();
  const files = await repos.files.judged(
    asker,
    ids.map((row) => row.id),
  );
  return { folders, files };
}

async function expectOracle(people: readonly Principal[], projectId: number): Promise<void> {
  const nodes = await nodesOf(projectId);
  const grants = await repos.grants.on(nodes.map((node) => node.id));
  for (const principal of people) {
    const { folders, files } = await answered(principal, projectId, nodes);
    expect(folders.map((row) => row.id).toSorted()).toEqual(
      nodes
        .filter((node) => node.trash_id === null)
        .map((node) => node.id)
        .toSorted(),
    );
    const rightsOfFolder = (id: number) => effectiveFolderRights(principal, pathBy(nodes, id, grants), projectId);
    for (const row of folders) expect(rightsOf(row.mask)).toEqual(rightsOfFolder(row.id));
    for (const row of files) expect(rightsOf(row.mask)).toEqual(rightsOfFolder(row.folder_id));
  }
}

/** Checks that totals match the content, and that path and ancestors match the parents. */
async function expectSound(projectId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with recursive truth as (
      select id, '/' || id || '/' as path, array[id] as ancestors from folder where project_id = ${projectId} and parent_id is null
      union all
      select f.id, t.path || f.id || '/', t.ancestors || f.id from folder f join truth t on f.parent_id = t.id
    )
    select f.id from folder f left join truth t on t.id = f.id
    where f.project_id = ${projectId} and (
      t.path is distinct from f.path or t.ancestors is distinct from f.ancestors or f.depth <> cardinality(f.ancestors) - 1
      or (f.trash_id is null and array[f.file_total, f.byte_total]::bigint[] is distinct from (
        select array[count(*), coalesce(sum(x.size), 0)]::bigint[] from file x join folder h on h.id = x.folder_id
        where h.path like f.path || '%' and x.trash_id is null and h.trash_id is null))
    )`.execute(app.platform.db.kysely);
  expect(rows).toEqual([]);
}

const op = fc.record({
  what: fc.constantFrom(
    'mkdir',
    'mkdir',
    'file',
    'grant',
    'grant',
    'move',
    'move',
    'delete',
    'deleteFile',
    'restore',
    'copy',
  ),
  a: fc.nat(50),
  b: fc.nat(50),
  mask: fc.integer({ min: 0, max: 63 }),
});
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

async function apply(
  { what, a, b, mask }: Op,
  { projectId, boss, to }: { projectId: number; boss: Caller; to: number[] },
): Promise<void> {
  const { calls } = app.modules.files;
  const nodes = (await nodesOf(projectId)).filter((node) => node.trash_id === null);
  const pick = (n: number): number => nodes[n % nodes.length]?.id ?? 0;
  const bin = await tables.read.selectFrom('trash').select('id').where('project_id', '=', projectId).execute();
  const live = await repos.files.inFolders(
    nodes.map((node) => node.id),
    100,
  );
  const folder = (n: number) => authorizedBySystem({ id: pick(n) }, projectId);
  const named = (id: number) => authorizedBySystem({ id }, projectId);
  const act = async (): Promise<unknown> => {
    if (what === 'mkdir') return calls.mkdir(boss, { into: folder(a), name: `f${a}-${b}` });
    if (what === 'file')
      return buildFile(app, { projectId, by: boss.actor.userId ?? 0, folderId: pick(a), name: `${b}.dwg` });
    if (what === 'move') return calls.move(boss, { folders: [folder(a)], files: [], into: folder(b) });
    if (what === 'copy') return calls.copy(boss, { folders: [folder(a)], files: [], into: folder(b) });
    if (what === 'delete') return calls.del(boss, { folders: [folder(a)], files: [] });
    if (what === 'deleteFile' && live.length > 0)
      return calls.del(boss, { folders: [], files: [named(live[a % live.length]?.id ?? 0)] });
    if (what === 'restore' && bin.length > 0)
      return calls.restore(boss, { entry: named(bin[a % bin.length]?.id ?? 0) });
    const recipient = { kind: b % 2 === 0 ? 'project-role' : 'person', id: to[b % 2 === 0 ? 0 : 1 + (a % 3)] ?? 0 };
    return grantRepo(tables.read, enterpriseId).set({ id: pick(a), projectId }, recipient, mask, null);
  };
  await act().catch((error: unknown) => {
    // The random walk also tries impossible moves (into itself, to a taken name). Only an AppError is expected.
    if (!(error instanceof Error && error.name === 'AppError')) throw error;
  });
}

describe('rights in a changing tree', () => {
  it('the server returns exactly the rights of the rule on every node after any grants, moves, deletions and restorations', async () => {
    const manager = await buildPerson(app);
    const designer = await buildPerson(app);
    const loner = await buildPerson(app);
    const leader = await buildPerson(app, { roles: ['leader'] });
    const chief = await buildPerson(app, { roles: ['superAdmin'] });
    const stranger = await buildPerson(app);
    const roles = await app.modules.organisation.roles(enterpriseId);
    const designerRole = roles.find((role) => role.key === 'designer')?.id ?? 0;
    await fc.assert(
      fc.asyncProperty(fc.array(op, { minLength: 8, maxLength: 30 }), async (ops) => {
        const { id: projectId } = await buildProject(app, {
          managerId: manager.id,
          members: [
            { id: designer.id, roles: ['designer', 'reviewer'] },
            { id: loner.id, roles: [] },
          ],
        });
        const people = await Promise.all(
          [manager, designer, loner, leader, chief, stranger].map(({ id }) => principalFor(app, id)),
        );
        const boss: Caller = {
          actor: { ...systemActor(enterpriseId), userId: manager.id },
          principal: people[0] as Principal,
        };
        // Standard grants hide differences, so the walk makes its own.
        await tables.read.deleteFrom('folder_grant').where('project_id', '=', projectId).execute();
        for (const op of ops) {
          await apply(op, { projectId, boss, to: [designerRole, loner.id, leader.id, stranger.id] });
        }
        await expectOracle(people, projectId);
        await expectSound(projectId);
      }),
      { numRuns: 14 },
    );
  });
});

describe('the rule in SQL', () => {
  it('answers like decide() for any user, with groups, archived projects and unusual access lists', async () => {
    const { id: projectId } = await buildProject(app);
    const root = await rootFolder(app, projectId);
    await tables.read.deleteFrom('folder_grant').where('project_id', '=', projectId).execute();
    const inner = await repos.folders.children(
      askerOf(await principalFor(app, 1), [projectId]),
      { id: root, mask: 0 },
      { limit: 2 },
    );
    const path = [root, inner[0]?.id ?? 0];
    const small = fc.integer({ min: 1, max: 3 });
    const grant = fc.record({
      folder: fc.nat(1),
      kind: fc.constantFrom('person', 'group', 'project-role'),
      id: small,
      mask: fc.integer({ min: 1, max: 63 }),
    });
    const access = fc.subarray(['home-File-admin', 'HOME-file-ADMIN', 'home-Task-add', 'x-File-admin']);
    const role = fc.record({
      key: fc.constantFrom(null, null, 'superAdmin', 'leader'),
      access,
    });
    const projects = fc.subarray([String(projectId), '999']);
    const who = fc.record({
      roles: fc.array(role, { maxLength: 2 }),
      groups: fc.subarray([1, 2, 3]),
      access,
      member: projects,
      listed: projects,
      held: fc.subarray([1, 2, 3]),
      user: small,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(grant, { maxLength: 5 }), who, fc.boolean(), async (grants, person, archived) => {
        await tables.read.deleteFrom('folder_grant').where('project_id', '=', projectId).execute();
        for (const { folder, kind, id, mask } of grants)
          await repos.grants.set({ id: path[folder] ?? 0, projectId }, { kind, id }, mask, null);
        const principal: Principal = {
          userId: person.user,
          enterpriseId,
          roles: person.roles.map((entry, index) => ({
            id: index + 1,
            name: '角色',
            key: entry.key as 'superAdmin' | 'leader' | null,
            access: entry.access.map((action) => ({ action })),
          })),
          groupIds: person.groups,
          place: NO_PLACE,
          levels: {},
          ...NO_PROJECTS,
          projectAccess: Object.fromEntries(
            person.listed.map((id) => [id, person.access.map((action) => ({ action }))]),
          ),
          projectRoles: Object.fromEntries(person.member.map((id) => [id, person.held])),
        };
        const rows = await repos.grants.on(path);
        const onPath = path.map((folderId) => ({
          folderId,
          name: '',
          grants: asGrants(rows.filter((row) => row.folder_id === folderId)),
        }));
        const expected = rightsMask(
          FOLDER_RIGHTS.filter(
            (right) => decide(principal, { ask: 'folder', right, projectId, path: onPath, archived }).allowed,
          ),
        );
        const asker = JSON.stringify(askerOf(principal, [projectId]));
        const { rows: answer } = await sql<{ mask: number }>`
          select folder_rights(${asker}::jsonb, ${enterpriseId}, ${projectId}, ${path}::bigint[], ${archived}) as mask
        `.execute(app.platform.db.kysely);
        expect(answer[0]?.mask).toBe(expected);
      }),
      { numRuns: 250 },
    );
  });
});
