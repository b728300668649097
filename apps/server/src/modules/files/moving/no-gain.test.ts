import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectiveFolderRights, type FolderOnPath, type Principal } from '@prdm/access';
import * as files from '@prdm/contract/files';
import {
  asPerson,
  buildFile,
  buildFolder,
  buildPerson,
  buildProject,
  PASSWORD,
  principalFor,
  rootFolder,
  theEnterprise,
} from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { authorizedBySystem } from '../../../platform/ids/authorized-by-system.ts';
import { sliceDb, type ModuleDb } from '../../../platform/db.ts';
import type { FilesTables } from '../folders/folder.repo.ts';
import { asGrants } from '../folders/grant.repo.ts';
import { reposOf, type Caller } from '../parts.ts';

let app: TestApp;
let enterpriseId: number;
let tables: ModuleDb<FilesTables>;
let manager: { id: number; token: string };
let taker: { id: number; token: string };

beforeAll(async () => {
  app = await startApp({ works: false });
  enterpriseId = await theEnterprise(app);
  tables = sliceDb(
    app.platform.db,
    'folder',
    'file',
    'file_version',
    'blob',
    'folder_grant',
    'trash',
    'upload',
    'file_secret',
  );
  const person = async () => {
    const { id, account } = await buildPerson(app);
    return { id, token: await app.signIn(account, PASSWORD) };
  };
  [manager, taker] = [await person(), await person()];
}, 60_000);
afterAll(() => app.stop());

const BIT = { view: 1, download: 2, create: 4, edit: 8, delete: 16 } as const;
type Right = keyof typeof BIT;
const maskOf = (rights: readonly Right[]): number => rights.reduce((mask, right) => mask | BIT[right], 0);

/** A project in which the user has only the rights that the test grants. */
async function world(): Promise<{ projectId: number; root: number }> {
  const { id: projectId } = await buildProject(app, { managerId: manager.id, members: [{ id: taker.id, roles: [] }] });
  return { projectId, root: await rootFolder(app, projectId) };
}
const give = (projectId: number, id: number, ...rights: Right[]) =>
  reposOf({ tables }, enterpriseId).grants.set(
    { id, projectId },
    { kind: 'person', id: taker.id },
    maskOf(rights),
    null,
  );
const folderIn = (projectId: number, name: string, parentId?: number) =>
  buildFolder(app, { projectId, by: manager.id, name, ...(parentId === undefined ? {} : { parentId }) });
const fileIn = (projectId: number, folderId: number, name: string) =>
  buildFile(app, { projectId, by: manager.id, folderId, name });

const call = (endpoint: Parameters<TestApp['call']>[0], input: unknown, token = taker.token, lang?: string) =>
  app.call(endpoint, input, { token, ...(lang === undefined ? {} : { lang }) });
const ids = (...of: number[]): string => JSON.stringify(of);
const download = async (id: number, projectId: number) =>
  (await call(files.download, { file_id: id, project_id: projectId })).code;
const placeOf = async (id: number) => (await call(files.info, { file_id: id }, manager.token)).data.pid as number;

describe('a move', () => {
  it('to a readable folder from an unreadable one is refused and names record and right', async () => {
    const { projectId } = await world();
    const [closed, open] = [await folderIn(projectId, '甲'), await folderIn(projectId, '乙')];
    const file = await fileIn(projectId, closed, '秘.dwg');
    await give(projectId, closed, 'view', 'delete');
    await give(projectId, open, 'view', 'download', 'create');
    const wanted = { project_id: projectId, file_ids: ids(file.id), pid: open };
    expect(await download(file.id, projectId)).toBe(1005);
    expect(await call(files.move, wanted)).toMatchObject({
      code: 1005,
      msg: '您没有“秘.dwg”的“下载”权限，不能放到您可以下载的“乙”中',
      data: { right: 'download' },
    });
    expect((await call(files.move, wanted, taker.token, 'en')).msg).toContain('the “Download” permission for “秘.dwg”');
    await give(projectId, closed, 'download', 'delete');
    expect(await call(files.move, wanted)).toMatchObject({ code: 1005, data: { right: 'view' } });
    expect(await placeOf(file.id)).toBe(closed);
    await give(projectId, closed, 'view', 'download', 'delete');
    expect((await call(files.move, wanted)).code).toBe(0);
    expect(await placeOf(file.id)).toBe(open);
  });

  it('of a folder checks the folder’s gain, with any grants further down; its files do not become readable', async () => {
    const { projectId } = await world();
    const [closed, open] = [await folderIn(projectId, '甲'), await folderIn(projectId, '乙')];
    const top = await folderIn(projectId, '上', closed);
    const [granted, bare] = [await folderIn(projectId, '有', top), await folderIn(projectId, '无', top)];
    const [seen, secret] = [await fileIn(projectId, granted, '可.dwg'), await fileIn(projectId, bare, '密.dwg')];
    await give(projectId, top, 'view', 'delete');
    await give(projectId, granted, 'download');
    await give(projectId, open, 'view', 'download', 'create');
    expect([await download(seen.id, projectId), await download(secret.id, projectId)]).toEqual([0, 1005]);
    const wanted = { project_id: projectId, folder_ids: ids(top), pid: open };
    expect(await call(files.move, wanted)).toMatchObject({ code: 1005, data: { right: 'download' } });
    expect(await call(files.move, { ...wanted, folder_ids: ids(bare) })).toMatchObject({ code: 1005 });
    expect((await call(files.move, { ...wanted, folder_ids: ids(granted) })).code).toBe(0); // readable at its source
    expect([await download(seen.id, projectId), await download(secret.id, projectId)]).toEqual([0, 1005]);
    const file = { project_id: projectId, file_ids: ids(secret.id), folder_ids: ids(granted), pid: open };
    expect((await call(files.move, file)).code).toBe(1005);
  });

  it('to a folder with fewer rights is allowed, and the way back is refused', async () => {
    const { projectId } = await world();
    const [open, closed] = [await folderIn(projectId, '乙'), await folderIn(projectId, '甲')];
    const file = await fileIn(projectId, open, '来回.dwg');
    await give(projectId, open, 'view', 'download', 'create', 'delete');
    await give(projectId, closed, 'create', 'delete');
    const to = (pid: number) => call(files.move, { project_id: projectId, file_ids: ids(file.id), pid });
    expect((await to(closed)).code).toBe(0);
    expect(await to(open)).toMatchObject({ code: 1005, data: { right: 'view' } });
  });
});

describe('a copy', () => {
  it('of a file with download and without view is refused where view is held, in another project too', async () => {
    const [here, there] = [await world(), await world()];
    const closed = await folderIn(here.projectId, '甲');
    const inner = await folderIn(here.projectId, '内', closed);
    const file = await fileIn(here.projectId, inner, '本.dwg');
    const targets = [await folderIn(here.projectId, '乙'), await folderIn(there.projectId, '丙')];
    await give(here.projectId, closed, 'download');
    await give(here.projectId, targets[0] ?? 0, 'view', 'create');
    await give(there.projectId, targets[1] ?? 0, 'view', 'create');
    for (const pid of targets)
      for (const what of [{ file_ids: ids(file.id) }, { folder_ids: ids(inner) }])
        expect(await call(files.copy, { ...what, pid })).toMatchObject({ code: 1005, data: { right: 'view' } });
    await give(here.projectId, closed, 'view', 'download');
    for (const pid of targets) expect((await call(files.copy, { folder_ids: ids(inner), pid })).code).toBe(0);
  });
});

describe('a restoration', () => {
  it('goes to the former place, and to no place where it becomes readable', async () => {
    const { projectId } = await world();
    const [closed, open] = [await folderIn(projectId, '甲'), await folderIn(projectId, '乙')];
    const inner = await folderIn(projectId, '内', closed);
    const file = await fileIn(projectId, closed, '删.dwg');
    await fileIn(projectId, inner, '内.dwg');
    await give(projectId, closed, 'view', 'create', 'delete');
    await give(projectId, open, 'view', 'download', 'create');
    const del = { project_id: projectId, file_ids: ids(file.id), folder_ids: ids(inner) };
    const { data } = await call(files.del, del);
    for (const trash_id of data.trash_ids) {
      const elsewhere = await call(files.restore, { project_id: projectId, trash_id, pid: open });
      expect(elsewhere).toMatchObject({ code: 1005, data: { right: 'download' } });
      expect(await call(files.restore, { project_id: projectId, trash_id })).toMatchObject({
        code: 0,
        data: { folder_id: closed },
      });
    }
    expect(await placeOf(file.id)).toBe(closed);
  });

  it('is checked at its target: another folder of the former one’s name may be readable', async () => {
    const { projectId } = await world();
    const old = await folderIn(projectId, '甲');
    const file = await fileIn(projectId, old, '旧.dwg');
    await give(projectId, old, 'delete');
    const { data } = await call(files.del, { project_id: projectId, file_ids: ids(file.id) });
    const trash_id = data.trash_ids[0];
    await call(files.del, { project_id: projectId, folder_ids: ids(old) }, manager.token);
    const other = await folderIn(projectId, '甲');
    await give(projectId, other, 'view', 'download', 'create');
    expect(await call(files.restore, { project_id: projectId, trash_id })).toMatchObject({
      code: 1005,
      data: { right: 'view' },
    });
    await give(projectId, other, 'create');
    expect(await call(files.restore, { project_id: projectId, trash_id })).toMatchObject({ code: 0 });
    expect(await download(file.id, projectId)).not.toBe(0);
  });
});

const op = fc.record({
  what: fc.constantFrom(
    'move',
    'move',
    'moveFile',
    'moveFile',
    'copy',
    'copyFile',
    'delete',
    'deleteFile',
    'restore',
    'restoreTo',
  ),
  a: fc.noBias(fc.nat(1000)),
  b: fc.noBias(fc.nat(1000)),
});
type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;
/**
 * Random grants; most of them allow the operation itself and leave only the gain of rights to decide. No grant is on
 * the root, because it would cover the whole tree.
 */
const grants = fc.array(
  fc.record({
    folder: fc.integer({ min: 1, max: 7 }),
    mask: fc.tuple(fc.nat(3), fc.constantFrom(4, 16, 20, 20)).map(([reads, changes]) => reads | changes),
  }),
  { minLength: 5, maxLength: 9 },
);

describe('after any moves, copies, deletions and restorations', () => {
  it('no user reads content that was unreadable before', async () => {
    const counts = { refused: 0, done: 0 };
    const walk = () =>
      fc.assert(
        fc.asyncProperty(grants, fc.array(op, { minLength: 15, maxLength: 25 }), async (given, ops) => {
          const { projectId, root } = await world();
          const folders = await treeIn(projectId, root);
          for (const { folder, mask } of given)
            await reposOf({ tables }, enterpriseId).grants.set(
              { id: folders[folder] ?? root, projectId },
              { kind: 'person', id: taker.id },
              mask,
              null,
            );
          const caller = await asPerson(app, enterpriseId, taker.id);
          const principal = await principalFor(app, taker.id);
          for (const op of ops) {
            const before = await readable(principal, projectId);
            const ended = await apply(op, projectId, caller);
            if (ended === 'gain') counts.refused += 1;
            if (ended === 'done') counts.done += 1;
            const after = await readable(principal, projectId);
            expect([op, [...after].filter((fact) => !before.has(fact))]).toEqual([op, []]);
          }
        }),
        { numRuns: 10 },
      );
    // Chance may refuse few operations in one walk.
    for (let walks = 0; walks < 5 && counts.refused <= 2; walks += 1) await walk();
    expect(counts.refused).toBeGreaterThan(2); // the walk reached the refusals that it tests
    expect(counts.done).toBeGreaterThan(20);
  }, 120_000);
});

/** Seven folders in three levels below one of the root, each with a file of unique content. */
async function treeIn(projectId: number, root: number): Promise<number[]> {
  const made: number[] = [];
  for (const above of [null, 0, 0, 1, 1, 2, null]) {
    const parentId = above === null ? root : (made[above] ?? root);
    made.push(await folderIn(projectId, `夹${made.length}`, parentId));
    await fileIn(projectId, made.at(-1) ?? 0, `件${made.length}.txt`);
  }
  return [root, ...made];
}

/**
 * Bytes that a user may read, as "right sha256", computed from the parents alone. It includes the recycle bin,
 * because a deletion removes no right.
 */
async function readable(principal: Principal, projectId: number): Promise<Set<string>> {
  const folders = await tables.read
    .selectFrom('folder')
    .select(['id', 'parent_id'])
    .where('project_id', '=', projectId)
    .execute();
  const held = await reposOf({ tables }, enterpriseId).grants.on(folders.map(({ id }) => id));
  const parentOf = new Map(folders.map(({ id, parent_id: parent }) => [id, parent]));
  const pathTo = (id: number): FolderOnPath[] => {
    const parent = parentOf.get(id) ?? null;
    const entry = { folderId: id, name: '', grants: asGrants(held.filter((row) => row.folder_id === id)) };
    return [...(parent === null ? [] : pathTo(parent)), entry];
  };
  const contents = await tables.read
    .selectFrom('file')
    .innerJoin('file_version', 'file_version.id', 'file.version_id')
    .select(['file.folder_id', 'file_version.sha256'])
    .where('file.project_id', '=', projectId)
    .execute();
  return new Set(
    contents.flatMap(({ folder_id: id, sha256 }) =>
      effectiveFolderRights(principal, pathTo(id), projectId)
        .filter((right) => right === 'view' || right === 'download')
        .map((right) => `${right} ${sha256}`),
    ),
  );
}

async function apply({ what, a, b }: Op, projectId: number, caller: Caller): Promise<'done' | 'gain' | 'refused'> {
  const { calls } = app.modules.files;
  const of = <T>(rows: readonly T[], n: number): T | undefined => rows[n % rows.length];
  const live = await tables.read
    .selectFrom('folder')
    .select('id')
    .where('project_id', '=', projectId)
    .where('trash_id', 'is', null)
    .where('name', 'like', '夹%') // the folders of the test, not the standard folders
    .orderBy('id')
    .execute();
  const kept = await tables.read
    .selectFrom('file')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  const bin = await tables.read.selectFrom('trash').select('id').where('project_id', '=', projectId).execute();
  const [folder, file, pid] = [of(live, a)?.id ?? 0, of(kept, a)?.id ?? 0, of(live, b)?.id ?? 0];
  const named = (id: number) => authorizedBySystem({ id }, projectId);
  const chosen = what.endsWith('File')
    ? { folders: [], files: [named(file)] }
    : { folders: [named(folder)], files: [] };
  const into = named(pid);
  const act = (): Promise<unknown> => {
    if (what.startsWith('move')) return calls.move(caller, { ...chosen, into });
    if (what.startsWith('delete')) return calls.del(caller, chosen);
    if (what.startsWith('restore'))
      return calls.restore(caller, {
        entry: named(of(bin, a)?.id ?? 0),
        ...(what === 'restore' ? {} : { into }),
      });
    return calls.copy(caller, { ...chosen, into });
  };
  try {
    await act();
    return 'done';
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AppError')) throw error;
    return error.message.includes('files.gains') ? 'gain' : 'refused';
  }
}
