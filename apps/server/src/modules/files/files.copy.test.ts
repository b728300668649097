import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import {
  buildFile,
  buildFolder,
  buildPerson,
  buildProject,
  PASSWORD,
  rootFolder,
} from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { statementsOf } from '../../testing/statements.ts';

let app: TestApp;
let projectId: number;
let root: number;
let by: number;
let token: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  const person = await buildPerson(app, { name: 'manager' });
  by = person.id;
  token = await app.signIn(person.account, PASSWORD);
  projectId = (await buildProject(app, { managerId: by })).id;
  root = await rootFolder(app, projectId);
}, 60_000);
afterAll(async () => app.stop());

const folderIn = (name: string, parentId = root) => buildFolder(app, { projectId, by, name, parentId });
const fileIn = (folderId: number, name: string) => buildFile(app, { projectId, by, folderId, name, bytes: name });
const copy = (input: object) => app.call(files.copy, input, { token });
const listed = async (pid: number): Promise<{ id: number; name: string; kind: string }[]> =>
  (await app.call(files.index, { project_id: projectId, pid, ispage: 'not' }, { token })).data.list;
const namesIn = async (pid: number) => (await listed(pid)).map(({ name }) => name);
const at = async (pid: number, name: string): Promise<number> =>
  (await listed(pid)).find((entry) => entry.name === name)?.id ?? 0;
const totals = async (id: number) => {
  const { data } = await app.call(files.info, { folder_id: id }, { token });
  return [data.file_total, data.size];
};

describe('copy of many files', () => {
  it('needs as many statements for many files as for one, except for the rows of the action log', async () => {
    const [one, many] = [await folderIn('一'), await folderIn('多')];
    await fileIn(one, 'a.dwg');
    for (let n = 0; n < 40; n += 1) await fileIn(many, `图 ${n}.dwg`);
    const statements = async (id: number, target: number) => {
      const sent = await statementsOf(() => copy({ folder_ids: [id], pid: target }));
      return (
        sent
          // Notifications run after the commit, at any time.
          .filter((text) => !/action_log|live_message|pg_notify/.test(text))
          .map((text) => text.slice(0, 40))
          .toSorted()
      );
    };
    await statements(one, await folderIn('先')); // statements that only the first call needs
    const target = await folderIn('到');
    expect(await statements(many, target)).toEqual(await statements(one, await folderIn('也到')));
    expect(await namesIn(await at(target, '多'))).toHaveLength(40);
  });

  it('gives each copy the first free name, counting existing names and names of the same call', async () => {
    const [first, second, target] = [await folderIn('甲'), await folderIn('乙'), await folderIn('丙')];
    const ids = [await fileIn(first, '图.dwg'), await fileIn(second, '图.DWG'), await fileIn(second, '表.xlsx')];
    for (const name of ['图.dwg', '图 (1).dwg', '图 (3).dwg']) await fileIn(target, name);
    await folderIn('甲', target);
    await folderIn('表.xlsx', target); // a folder also takes the name
    expect((await copy({ folder_ids: [first], file_ids: ids.map(({ id }) => id), pid: target })).data).toEqual({
      folders: 1,
      files: 4,
    });
    const names = await namesIn(target);
    expect(names).toEqual(
      expect.arrayContaining(['甲 (1)', '图 (2).dwg', '图 (4).DWG', '表 (1).xlsx', '甲', '表.xlsx', '图.dwg']),
    );
    expect(names).toHaveLength(9);
    for (let n = 0; n < 12; n += 1) await copy({ file_ids: [ids[2]?.id], pid: first });
    expect(await namesIn(first)).toContain('表 (11).xlsx');
  });

  it('keeps the tree, leaves out the recycle bin, and updates all totals above', async () => {
    const outer = await folderIn('外');
    const [inner, binned, target] = [await folderIn('内', outer), await folderIn('删', outer), await folderIn('处')];
    await fileIn(outer, 'aaa');
    await fileIn(inner, 'bbbbb');
    await fileIn(binned, 'c');
    await fileIn(await folderIn('更内', inner), 'dd');
    await app.call(files.del, { folder_ids: [binned], project_id: projectId }, { token });
    const before = await totals(root);
    // The inner folder is copied by itself and within the outer one.
    expect((await copy({ folder_ids: [outer, inner], pid: target })).data).toEqual({ folders: 5, files: 5 });
    expect((await namesIn(target)).toSorted()).toEqual(['内', '外']);
    expect(await namesIn(await at(target, '外'))).toEqual(['内', 'aaa']);
    const deep = await at(await at(target, '外'), '内');
    expect(await namesIn(deep)).toEqual(['更内', 'bbbbb']);
    expect(await namesIn(await at(deep, '更内'))).toEqual(['dd']);
    expect(await totals(target)).toEqual([5, 17]);
    expect(await totals(deep)).toEqual([2, 7]);
    expect(await totals(root)).toEqual([before[0] + 5, before[1] + 17]);
  });

  it('copies a folder into itself once, and refuses before it omits a file over the limit', async () => {
    const folder = await folderIn('自');
    await fileIn(folder, 'x');
    expect((await copy({ folder_ids: [folder], pid: folder })).data).toEqual({ folders: 1, files: 1 });
    expect(await namesIn(folder)).toEqual(['自', 'x']);
    const { rows } = await app.platform.db.pool.query('select * from file where folder_id = $1', [folder]);
    await app.platform.db.pool.query(
      `insert into file (enterprise_id, project_id, folder_id, name, name_key, sort_key, ext, size, version_no, version_id, owner_id, valid_until)
       select enterprise_id, project_id, folder_id, name || n, name_key || n, sort_key || n, ext, size, 1, version_id, null, '2020-01-01'
       from file, generate_series(1, 2000) n where id = $1`,
      [rows[0].id],
    );
    expect((await copy({ folder_ids: [folder], pid: root })).code).toBe(1);
    expect(await at(root, '自 (1)')).toBe(0);
  });
});
