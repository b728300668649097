import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import type { Endpoint } from '@prdm/contract/kit';
import { buildFile, buildFolder, buildPerson, buildProject, PASSWORD } from '../../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';

/** Duplicate requests: by two users at once, or by one call that names a record twice. */
let app: TestApp;
let projectId: number;
let managerId: number;
let token: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  const manager = await buildPerson(app);
  managerId = manager.id;
  token = await app.signIn(manager.account, PASSWORD);
  projectId = (await buildProject(app, { managerId })).id;
}, 60_000);
afterAll(() => app.stop());

const call = (endpoint: Endpoint, input: object) => app.call(endpoint, { project_id: projectId, ...input }, { token });
const folderIn = (parentId?: number) => buildFolder(app, { projectId, by: managerId, parentId });
const fileIn = async (folderId: number) => (await buildFile(app, { projectId, by: managerId, folderId })).id;
const namesIn = async (pid: number): Promise<string[]> =>
  (await call(files.index, { pid })).data.list.map(({ name }: { name: string }) => name);
const binned = async (): Promise<number> => (await call(files.recycle, {})).data.total;
const codesOf = async (calls: Promise<{ code: number }>[]) =>
  (await Promise.all(calls)).map(({ code }) => code).toSorted();

describe('of two parallel deletions of the same records one succeeds, the other answers 1006', () => {
  it.each(['a file', 'a folder', 'a folder with a file of it'])('%s', async (what) => {
    for (let round = 0; round < 5; round += 1) {
      const folder = await folderIn();
      const file = await fileIn(folder);
      const given = {
        ...(what === 'a file' ? {} : { folder_ids: [folder] }),
        ...(what === 'a folder' ? {} : { file_ids: [file] }),
      };
      const before = await binned();
      expect(await codesOf([call(files.del, given), call(files.del, given)])).toEqual([0, 1006]);
      expect(await binned()).toBe(before + 1);
    }
  });

  it('a selection with a part that another user deleted is not changed', async () => {
    const folder = await folderIn();
    for (let round = 0; round < 5; round += 1) {
      const [mine, ours] = [await fileIn(folder), await fileIn(folder)];
      const [alone, both] = await Promise.all([
        call(files.del, { file_ids: [ours] }),
        call(files.del, { file_ids: [mine, ours] }),
      ]);
      expect([alone.code, both.code].toSorted()).toEqual([0, 1006]);
      expect((await call(files.info, { file_id: mine })).code).toBe(both.code === 0 ? 1006 : 0);
    }
  });
});

describe('a call that names a record twice', () => {
  it('copies it once', async () => {
    const [from, to, folder] = [await folderIn(), await folderIn(), await folderIn()];
    const file = await fileIn(from);
    const given = { file_ids: [file, file], folder_ids: [folder, folder], pid: to };
    expect((await call(files.copy, given)).data).toEqual({ folders: 1, files: 1 });
    expect(await namesIn(to)).toHaveLength(2);
  });

  it('moves, deletes and clears it once', async () => {
    const [from, to] = [await folderIn(), await folderIn()];
    const file = await fileIn(from);
    expect((await call(files.move, { file_ids: [file, file], pid: to })).code).toBe(0);
    expect(await namesIn(to)).toHaveLength(1);
    const { trash_ids: ids } = (await call(files.del, { folder_ids: [to, to], file_ids: [file, file] })).data;
    expect(ids).toHaveLength(1);
    expect((await call(files.clear, { trash_ids: [...ids, ...ids] })).data).toEqual({ cleared: 1 });
  });
});

describe('two users at once', () => {
  it('restore an entry: one succeeds, the other answers 1006', async () => {
    const file = await fileIn(await folderIn());
    const [trash_id] = (await call(files.del, { file_ids: [file] })).data.trash_ids;
    expect(await codesOf([call(files.restore, { trash_id }), call(files.restore, { trash_id })])).toEqual([0, 1006]);
  });

  it('clear an entry: one succeeds, the other answers 1006', async () => {
    const { trash_ids } = (await call(files.del, { folder_ids: [await folderIn()] })).data;
    expect(await codesOf([call(files.clear, { trash_ids }), call(files.clear, { trash_ids })])).toEqual([0, 1006]);
  });
});
