import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderTemplates } from '@prdm/contract/files/folder-templates';
import * as files from '@prdm/contract/files';
import { add, index as projectIndex, memberAdd } from '@prdm/contract/projects';
import { FOLDER_RIGHTS, type FolderRight } from '@prdm/contract/status';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { buildPerson, PASSWORD, rootFolder } from '../../../testing/worlds/builders.ts';
import { projectForm } from '../../../testing/worlds/project-form.ts';

let app: TestApp;
let admin: { token: string };
let manager: { id: number; token: string };
let designer: { id: number; token: string };
let roleIds: ReadonlyMap<string | null, number>;
let types: number[];

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = { token: await app.admin() };
  const person = async () => {
    const built = await buildPerson(app);
    return { id: built.id, token: await app.signIn(built.account, PASSWORD) };
  };
  [manager, designer] = [await person(), await person()];
  const [enterprise = 0] = await app.modules.organisation.enterpriseIds();
  const roles = await app.modules.organisation.roles(enterprise);
  roleIds = new Map(roles.map(({ key, id }) => [key, id]));
  types = (await app.modules.config.list(enterprise, 'project_type')).map(({ id }) => id);
});
afterAll(() => app.stop());

const role = (key: string): number => roleIds.get(key) ?? 0;
const template = (more: object) => app.call(folderTemplates.add, { name: '模板', ...more }, admin);
const listed = async () => (await app.call(folderTemplates.index, { ispage: 'not', state: 'all' }, admin)).data.list;
const newProject = async (more: object): Promise<number> => {
  const { code, data } = await app.call(add, { ...(await projectForm(app, manager.id)), ...more }, admin);
  expect(code).toBe(0);
  const given = { project_id: data.id, user_ids: [designer.id], role_ids: [role('designer')] };
  expect(await app.call(memberAdd, given, manager)).toMatchObject({ code: 0 });
  return data.id;
};
/** The tree as one reader sees it: 'name [rights]' with its children. */
async function tree(projectId: number, who: { token: string }, pid?: number): Promise<unknown[]> {
  const { data } = await app.call(files.index, { project_id: projectId, pid }, who);
  const found: unknown[] = [];
  for (const entry of data?.list ?? []) {
    const rights = FOLDER_RIGHTS.filter((right: FolderRight) => entry.can[right]).join(' ');
    found.push([`${entry.name}: ${rights}`, ...(await tree(projectId, who, entry.id))]);
  }
  return found;
}

const FOLDERS = () => [
  { name: '01 合同', depth: 0, grants: [] },
  { name: '06 施工图', depth: 0, grants: [{ role_id: role('designer'), rights: ['view', 'download'] }] },
  { name: '建筑', depth: 1, grants: [{ role_id: role('designer'), rights: ['create', 'edit'] }] },
  { name: '平面', depth: 2, grants: [] },
  { name: '结构', depth: 1, grants: [] },
];

it('a chosen template gives a new project its folders and the rights of its roles, and the manager all rights', async () => {
  const { code, data } = await template({ name: '居住建筑', folders: FOLDERS() });
  expect(code).toBe(0);
  const id = await newProject({ folder_template_id: data.id });
  const own = 'view download create edit';
  expect(await tree(id, designer)).toEqual([
    ['06 施工图: view download', [`建筑: ${own}`, [`平面: ${own}`]], ['结构: view download']],
  ]);
  const all = FOLDER_RIGHTS.join(' ');
  expect(await tree(id, manager)).toEqual([
    [`01 合同: ${all}`],
    [`06 施工图: ${all}`, [`建筑: ${all}`, [`平面: ${all}`]], [`结构: ${all}`]],
  ]);
  expect(await rootFolder(app, id)).toBeGreaterThan(0);
});

it('partners view the folders of a template that does not name them, and no more than it says otherwise', async () => {
  const { id: userId, account } = await buildPerson(app, { type: 'partner' });
  const partner = { token: await app.signIn(account, PASSWORD) };
  const seen = async (more: object) => {
    const { data } = await template(more);
    const id = await newProject({ folder_template_id: data.id });
    const given = { project_id: id, user_ids: [userId], role_ids: [role('partner')] };
    expect(await app.call(memberAdd, given, manager)).toMatchObject({ code: 0 });
    return tree(id, partner);
  };
  const folders = FOLDERS().slice(0, 2);
  expect(await seen({ name: '不提协作单位', folders })).toEqual([['01 合同: view'], ['06 施工图: view']]);
  const [first, second] = folders;
  const grants = [{ role_id: role('partner'), rights: ['view', 'download'] }];
  const named = [{ ...first, grants }, second];
  expect(await seen({ name: '写明协作单位', folders: named })).toEqual([['01 合同: view download']]);
});

it('a project without a choice takes the enabled default of its type, otherwise the standard folders', async () => {
  const grants = [{ role_id: role('designer'), rights: ['view'] }];
  const folders = [{ name: '市政资料', depth: 0 }];
  const { data } = await template({ name: '市政', grants, folders, project_type_ids: [types[1]] });
  const names = async (typeId: number | undefined) =>
    ((await tree(await newProject({ type_id: typeId }), designer)) as string[][]).map(([name]) => name);
  expect(await names(types[1])).toEqual(['市政资料: view']);
  expect(await names(types[0])).toHaveLength(10);
  const disabled = await app.call(folderTemplates.disable, { items: [{ id: data.id, version: 1 }] }, admin);
  expect(disabled.code).toBe(0);
  expect(await names(types[1])).toHaveLength(10);
  // A disabled template cannot be chosen.
  const form = { ...(await projectForm(app, manager.id)), folder_template_id: data.id };
  expect(await app.call(add, form, admin)).toMatchObject({ code: 1001, data: { field: 'folder_template_id' } });
});

it('a second default of a type, a role outside projects, a skipped level and equal names are refused at their field', async () => {
  const type = { project_type_ids: [types[2]] };
  expect((await template({ name: '第一', folders: [{ name: 'a', depth: 0 }], ...type })).code).toBe(0);
  const before = await listed();
  const second = await template({ name: '第二', folders: [], ...type });
  expect(second).toMatchObject({ code: 1001, data: { field: 'project_type_ids' } });
  expect(second.msg).toContain('第一');
  const company = { role_id: role('administrator'), rights: ['view'] };
  const cases: [object, string][] = [
    [{ grants: [company] }, 'grants.0.role_id'],
    [{ folders: [{ name: 'a', depth: 0, grants: [company] }] }, 'folders.0.grants.0.role_id'],
    [{ folders: [{ name: 'a', depth: 1 }] }, 'folders.0.depth'],
    [
      {
        folders: [
          { name: 'a', depth: 0 },
          { name: 'A', depth: 0 },
        ],
      },
      'folders.1.name',
    ],
    [{ folders: [{ name: 'a/b', depth: 0 }] }, 'folders.0.name'],
    [{ folders: [{ name: 'a', depth: 6 }] }, 'folders.0.depth'],
  ];
  for (const [more, field] of cases)
    expect(await template({ name: '第三', folders: [], ...more })).toMatchObject({ code: 1001, data: { field } });
  expect(await listed()).toEqual(before);
  // Without the node nobody changes a template.
  expect(await app.call(folderTemplates.add, { name: 'x', folders: [] }, manager)).toMatchObject({ code: 1005 });
});

it('a refused project leaves no folder', async () => {
  const count = async () => (await app.call(projectIndex, {}, admin)).data.total;
  const before = await count();
  const { rows: folders } = await app.platform.db.pool.query('select count(*)::int as n from folder');
  const [{ item_number: taken }] = (await app.call(projectIndex, {}, admin)).data.list;
  const form = { ...(await projectForm(app, manager.id)), item_number: taken };
  expect(await app.call(add, form, admin)).toMatchObject({ code: 1018 });
  expect(await count()).toBe(before);
  const { rows: after } = await app.platform.db.pool.query('select count(*)::int as n from folder');
  expect(after[0].n).toBe(folders[0].n);
});
