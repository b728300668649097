import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, effectiveFolderRights, FOLDER_RIGHTS, NO_PLACE } from '../src/index.ts';
import type {
  FolderGrant,
  FolderOnPath,
  FolderQuestion,
  NodeQuestion,
  Principal,
  ProjectAccessEntry,
} from '../src/index.ts';

// A second implementation for comparison. It follows the sentences of the specification and shares nothing with
// decide(). Few ids and names make random cases collide often.

const RUNS = { numRuns: 5000 };
const ids = fc.integer({ min: 1, max: 4 });
const projectIds = fc.constantFrom('1', '2', '3');
const prefixes = fc.constantFrom('home', 'HOME', 'mobile');
const names = fc.constantFrom('Task-edit', 'task-EDIT', 'File-admin', 'FILE-admin', 'Role-index');
const fullNames = fc.tuple(prefixes, names).map(([prefix, name]) => `${prefix}-${name}`);
const accessLists = fc.array(
  fullNames.map((action) => ({ action })),
  { maxLength: 4 },
);

const roles = fc.record({
  id: ids,
  name: fc.constantFrom('leader', 'superAdmin', '设计人'),
  key: fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    { weight: 4, arbitrary: fc.constant('leader' as const) },
    { weight: 1, arbitrary: fc.constant('superAdmin' as const) },
  ),
  access: accessLists,
});

const people: fc.Arbitrary<Principal> = fc.record({
  userId: ids,
  enterpriseId: fc.constant(1),
  roles: fc.array(roles, { maxLength: 3 }),
  projectAccess: fc.oneof(
    { weight: 8, arbitrary: fc.dictionary(projectIds, accessLists, { maxKeys: 3 }) },
    { weight: 1, arbitrary: fc.constant<[]>([]) },
  ),
  groupIds: fc.uniqueArray(ids, { maxLength: 2 }),
  place: fc.constant(NO_PLACE),
  levels: fc.constant({}),
  projectRoles: fc.dictionary(projectIds, fc.uniqueArray(ids, { maxLength: 2 }), { maxKeys: 3 }),
  projectContent: fc.constant({}),
  projectLevels: fc.constant({}),
  hiddenProjects: fc.constant(new Set<number>()),
});

const nodeQuestions: fc.Arbitrary<NodeQuestion> = fc.record(
  {
    ask: fc.constant('node' as const),
    scope: fc.constantFrom('project' as const, 'other' as const),
    actions: fc.oneof(names, fc.array(names, { maxLength: 3 })),
    mode: fc.constantFrom('anyOf' as const, 'allOf' as const),
    prefix: prefixes,
    projectId: fc.oneof(projectIds, fc.integer({ min: 1, max: 3 }), fc.constant('')),
    flag: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  },
  { requiredKeys: ['ask', 'scope', 'actions'] },
);

function modelNode(who: Principal | null, question: NodeQuestion): boolean {
  if (question.flag) return true;
  if (who === null || who.roles.length === 0) return false;
  const keys = who.roles.map((held) => held.key);
  if (keys.includes('superAdmin')) return true;

  let list = who.roles.flatMap((held) => held.access.map((entry) => entry.action));
  if (question.scope === 'project' && !keys.includes('leader')) {
    list = Object.entries(who.projectAccess)
      .filter(([id]) => id === `${question.projectId ?? ''}`)
      .flatMap(([, found]: [string, readonly ProjectAccessEntry[]]) => found.map((entry) => entry.action));
  }
  const held = list.map((action) => action.toLowerCase());
  const asked = [question.actions].flat().map((action) => `${question.prefix ?? 'home'}-${action}`.toLowerCase());
  const hits = asked.filter((action) => held.includes(action)).length;
  if (question.mode === 'allOf') return hits > 0 && hits === asked.length;
  return hits > 0;
}

describe('node questions', () => {
  it('match the specification for any person and any question', () => {
    fc.assert(
      fc.property(fc.option(people, { freq: 20 }), nodeQuestions, (who, question) => {
        expect(decide(who, question).allowed).toBe(modelNode(who, question));
      }),
      RUNS,
    );
  });

  it('always give a reason, and the last step agrees with the answer', () => {
    const allowing = new Set(['flag', 'super-admin', 'granted']);
    fc.assert(
      fc.property(people, nodeQuestions, (who, question) => {
        const { allowed, chain } = decide(who, question);
        expect(allowing.has(chain.at(-1)?.code ?? 'none')).toBe(allowed);
      }),
      RUNS,
    );
  });
});

// A tree is a list of folders. Each holds the position of its parent, which comes earlier in the list.
interface TreeFolder {
  parent: number;
  grants: FolderGrant[];
}

const grants: fc.Arbitrary<FolderGrant> = fc.record({
  to: fc.record({ kind: fc.constantFrom('project-role', 'group', 'person'), id: ids, name: fc.constant('某') }),
  rights: fc.subarray([...FOLDER_RIGHTS]),
});

const trees: fc.Arbitrary<TreeFolder[]> = fc
  .array(fc.record({ seed: fc.nat(), grants: fc.array(grants, { maxLength: 2 }) }), { minLength: 1, maxLength: 8 })
  .map((folders) => folders.map(({ seed, grants: own }, at) => ({ parent: at === 0 ? -1 : seed % at, grants: own })));

function pathTo(tree: TreeFolder[], at: number): FolderOnPath[] {
  const here = tree[at];
  if (here === undefined) return [];
  return [...pathTo(tree, here.parent), { folderId: at, name: `文件夹${at}`, grants: here.grants }];
}

/** This model walks upwards, one right at a time. decide() walks down a given path. */
function modelFolder(who: Principal, tree: TreeFolder[], at: number, question: FolderQuestion): boolean {
  const project = String(question.projectId);
  const isAdmin = who.roles.some((held) => held.key === 'superAdmin');
  const isLeader = who.roles.some((held) => held.key === 'leader');
  const isMember = Object.keys(who.projectRoles).includes(project);
  if (question.archived || !(isAdmin || isLeader || isMember)) return false;
  if (isAdmin) return true;
  if (isLeader && ['view', 'download'].includes(question.right)) return true;
  if (modelNode(who, { ask: 'node', scope: 'project', actions: 'File-admin', projectId: project })) return true;

  const badges = new Set([`person ${who.userId}`]);
  for (const id of who.groupIds) badges.add(`group ${id}`);
  for (const id of who.projectRoles[project] ?? []) badges.add(`project-role ${id}`);

  for (let folder = tree[at]; folder !== undefined; folder = tree[folder.parent]) {
    for (const { to, rights } of folder.grants) {
      if (badges.has(`${to.kind} ${to.id}`) && rights.some((right) => right === question.right)) return true;
    }
  }
  return false;
}

const folderCases = fc
  .record({
    who: people,
    tree: trees,
    right: fc.constantFrom(...FOLDER_RIGHTS),
    projectId: fc.oneof(projectIds, fc.integer({ min: 1, max: 3 })),
    archived: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  })
  .map(({ who, tree, ...rest }) => ({ who, tree, question: { ask: 'folder' as const, ...rest } }));

describe('folder questions', () => {
  it('match the specification for every folder of any tree', () => {
    fc.assert(
      fc.property(folderCases, ({ who, tree, question }) => {
        for (const at of tree.keys()) {
          const asked: FolderQuestion = { ...question, path: pathTo(tree, at) };
          expect(decide(who, asked).allowed).toBe(modelFolder(who, tree, at, asked));
        }
      }),
      RUNS,
    );
  });

  it('never give less in a folder than in the one above it', () => {
    fc.assert(
      fc.property(folderCases, ({ who, tree, question }) => {
        for (const [at, { parent }] of tree.entries()) {
          const above = effectiveFolderRights(who, pathTo(tree, parent), question.projectId);
          const here = effectiveFolderRights(who, pathTo(tree, at), question.projectId);
          expect(here).toEqual(expect.arrayContaining(above));
        }
      }),
      RUNS,
    );
  });

  it('name a folder of the path whose own grant gives the right', () => {
    let named = 0;
    fc.assert(
      fc.property(folderCases, ({ who, tree, question }) => {
        for (const at of tree.keys()) {
          const path = pathTo(tree, at);
          const last = decide(who, { ...question, path }).chain.at(-1);
          if (last?.code !== 'granted' || last.via?.kind !== 'folder-grant') continue;
          named += 1;
          const source = path.find((folder) => folder.folderId === last.via?.id);
          const giving = source?.grants.filter(
            ({ to, rights }) => rights.includes(question.right) && to === last.through,
          );
          expect(giving?.length).toBeGreaterThan(0);
        }
      }),
      RUNS,
    );
    expect(named).toBeGreaterThan(0);
  });
});
