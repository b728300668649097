import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { FOLDER_RIGHTS } from '@prdm/contract/status';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import {
  buildFile,
  buildFolder,
  buildPerson,
  buildProject,
  PASSWORD,
  rootFolder,
} from '../../../testing/worlds/builders.ts';

let app: TestApp;
let projectId: number;
let root: number;
const people: Record<string, { id: number; token: string }> = {};

async function person(name: string): Promise<{ id: number; token: string }> {
  const built = await buildPerson(app, { name });
  return { id: built.id, token: await app.signIn(built.account, PASSWORD) };
}
const id = (name: string): number => people[name]?.id ?? 0;
const as = (name: string) => ({ token: people[name]?.token ?? '' });

beforeAll(async () => {
  app = await startApp({ works: false });
  for (const name of ['manager', 'designer', 'reviewer', 'partner', 'bare', 'stranger'])
    people[name] = await person(name);
  const project = await buildProject(app, {
    name: '滨江办公楼',
    managerId: id('manager'),
    members: [
      { id: id('designer'), roles: ['designer'] },
      { id: id('reviewer'), roles: ['reviewer'] },
      { id: id('partner'), roles: ['partner'] },
      { id: id('bare'), roles: [] },
    ],
  });
  projectId = project.id;
  root = await rootFolder(app, projectId);
}, 60_000);
afterAll(async () => app.stop());

const list = async (who: string, more: object = {}) => {
  const answer = await app.call(files.index, { project_id: projectId, ...more }, as(who));
  return { ...answer, names: (answer.data?.list ?? []).map((entry: { name: string }) => entry.name) as string[] };
};

describe('a new project', () => {
  it('has the standard folders, in order, and the rights of the standard roles', async () => {
    const answer = await list('designer');
    expect(answer.code).toBe(0);
    expect(answer.names).toEqual([
      '01 合同',
      '02 设计输入',
      '03 提资',
      '04 方案',
      '05 初设',
      '06 施工图',
      '07 模型',
      '08 会议',
      '09 变更',
      '10 归档',
    ]);
    expect(answer.data.folder).toMatchObject({ id: root, name: '滨江办公楼', pid: null });
    const rights = async (who: string) => {
      const { can } = (await list(who)).data.folder;
      return FOLDER_RIGHTS.filter((right) => can[right]);
    };
    expect(await rights('manager')).toEqual([...FOLDER_RIGHTS]);
    expect(await rights('designer')).toEqual(['view', 'download', 'create', 'edit']);
    expect(await rights('reviewer')).toEqual(['view', 'download', 'create']);
    expect(await rights('partner')).toEqual(['view']);
    expect(await rights('bare')).toEqual([]);
  });

  it('shows nothing to a member without rights, and answers 444 to a user outside the project', async () => {
    const bare = await list('bare');
    expect(bare).toMatchObject({ code: 0, names: [] });
    expect(bare.data.folder.size).toBe(0);
    expect((await list('stranger')).code).toBe(444);
    expect((await list('stranger', { pid: root })).code).toBe(444);
  });
});

const make = async (name: string) => (await app.call(files.mkdir, { pid: root, name }, as('designer'))).code;

describe('files and folders', () => {
  it('[EN-019] returns name, size, version, owner and validity of a file', async () => {
    const file = await buildFile(app, { projectId, by: people.designer?.id ?? 0, name: '平面图.dwg', bytes: 'v1' });
    await buildFile(app, { projectId, by: people.designer?.id ?? 0, name: '平面图.DWG', bytes: 'version 2' });
    const { data } = await app.call(files.info, { file_id: file.id }, as('partner'));
    expect(data).toMatchObject({
      name: '平面图.dwg',
      size: 9,
      version_no: 2,
      owner: 'designer',
      valid_until: null,
      expired: false,
    });
    const set = { file_id: file.id, valid_until: '2020-01-31', version: data.version };
    expect((await app.call(files.validity, set, as('designer'))).code).toBe(0);
    expect((await app.call(files.validity, set, as('designer'))).code).toBe(1009);
    const expired = (await app.call(files.info, { file_id: file.id }, as('reviewer'))).data;
    expect(expired).toMatchObject({ valid_until: '2020-01-31', expired: true, can: { view: true, download: false } });
    expect((await app.call(files.download, { file_id: file.id }, as('reviewer'))).code).toBe(1005);
    expect((await app.call(files.download, { file_id: file.id }, as('designer'))).code).toBe(0);
    expect((await app.call(files.download, { file_id: file.id }, as('manager'))).code).toBe(0);
  });

  it('applies the expiry to every user except the owner and the file administrator', async () => {
    const file = await buildFile(app, { projectId, by: id('manager'), name: '过期.txt' });
    const twin = await buildFile(app, { projectId, by: id('designer'), name: '过期二.txt' });
    const set = async (who: string, fileId: number, day: string) => {
      const { data } = await app.call(files.info, { file_id: fileId }, as('manager'));
      const input = { file_id: fileId, valid_until: day, version: data.version };
      return (await app.call(files.validity, input, as(who))).code;
    };
    expect(await set('designer', file.id, '2090-12-31')).toBe(0);
    expect(await set('designer', file.id, '2020-01-31')).toBe(0);
    for (const day of ['', '2090-12-31', '2020-02-01']) expect(await set('designer', file.id, day)).toBe(1005);
    expect((await app.call(files.download, { file_id: file.id }, as('designer'))).code).toBe(1005);
    expect(await set('manager', file.id, '')).toBe(0);
    expect((await app.call(files.download, { file_id: file.id }, as('designer'))).code).toBe(0);
    expect(await set('designer', twin.id, '2020-01-31')).toBe(0);
    expect(await set('designer', twin.id, '')).toBe(0);
  });

  it('sorts Chinese by pinyin and numbers by value, folders first, and pages over both', async () => {
    const by = people.manager?.id ?? 0;
    const home = await buildFolder(app, { projectId, by, name: '排序' });
    for (const name of ['图10.dwg', '图2.dwg', 'a.dwg', '阿.dwg'])
      await buildFile(app, { projectId, by, folderId: home, name });
    for (const name of ['重庆', '北京', '10层', '9层']) await buildFolder(app, { projectId, by, parentId: home, name });
    const order = ['9层', '10层', '北京', '重庆', 'a.dwg', '阿.dwg', '图2.dwg', '图10.dwg'];
    expect((await list('designer', { pid: home })).names).toEqual(order);
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(...(await list('designer', { pid: home, page, size: 3 })).names);
    expect(pages).toEqual(order);
    expect((await list('designer', { pid: home, size: 3 })).data.total).toBe(8);
    expect((await list('designer', { pid: home, order: 'desc' })).names.slice(0, 5)).toEqual([
      '重庆',
      '北京',
      '10层',
      '9层',
      '图10.dwg',
    ]);
  });

  it('finds names by two characters in every folder that the user may view', async () => {
    const by = people.manager?.id ?? 0;
    const deep = await buildFolder(app, { projectId, by, name: '地下室' });
    await buildFile(app, { projectId, by, folderId: deep, name: '人防平面100%_终.pdf' });
    const find = async (who: string, word: string, more: object = {}) => {
      const { data } = await app.call(files.search, { project_id: projectId, word, ...more }, as(who));
      return data.list.map((entry: { name: string; crumbs: { name: string }[] }) => [
        ...entry.crumbs.map((crumb) => crumb.name),
        entry.name,
      ]);
    };
    const hit = ['滨江办公楼', '地下室', '人防平面100%_终.pdf'];
    expect(await find('partner', '人防')).toEqual([hit]);
    expect(await find('partner', '0%_')).toEqual([hit]);
    expect(await find('partner', '0__')).toEqual([]);
    expect(await find('partner', '地下')).toEqual([['滨江办公楼', '地下室']]);
    expect(await find('partner', '人防', { pid: deep })).toEqual([hit]);
    expect(await find('bare', '人防')).toEqual([]);
  });

  it('refuses deceptive names, names with paths, and taken names', async () => {
    for (const name of ['a/b', 'a\\b', '..', '.', ' ', 'a\u0000b', 'gnp\u202Eexe.dwg', '汉'.repeat(86)])
      expect([name, await make(name)]).toEqual([name, 1001]);
    expect(await make('汉'.repeat(85))).toBe(0);
    expect(await make('Struktur')).toBe(0);
    expect(await make('STRUKTUR')).toBe(1018);
    expect(await make('<img src=x onerror=alert(1)>')).toBe(0);
  });

  it('renames with the version that the user saw, keeps 25 levels, and does not rename the root', async () => {
    const by = people.manager?.id ?? 0;
    const id = await buildFolder(app, { projectId, by, name: '旧名' });
    const rename = (name: string, version: number) =>
      app.call(files.rename, { folder_id: id, name, version }, as('designer'));
    expect((await rename('新名', 1)).code).toBe(0);
    expect((await rename('又一名', 1)).code).toBe(1009);
    expect((await rename('01 合同', 2)).code).toBe(1018);
    expect((await app.call(files.rename, { folder_id: root, name: 'x', version: 1 }, as('manager'))).code).toBe(1008);
    let at = root;
    for (let level = 1; level <= 25; level += 1)
      at = await buildFolder(app, { projectId, by, parentId: at, name: `第${level}级` });
    expect((await app.call(files.mkdir, { pid: at, name: '太深' }, as('designer'))).code).toBe(1001);
    const target = await buildFolder(app, { projectId, by, name: '装' });
    const first = (await list('manager')).data.list.find((entry: { name: string }) => entry.name === '第1级').id;
    expect((await app.call(files.move, { folder_ids: [first], pid: target }, as('manager'))).code).toBe(1001);
  });

  it('moves with delete and create, never into itself, never onto a taken name, and updates counts', async () => {
    const by = people.manager?.id ?? 0;
    const a = await buildFolder(app, { projectId, by, name: '甲' });
    const b = await buildFolder(app, { projectId, by, parentId: a, name: '乙' });
    const c = await buildFolder(app, { projectId, by, name: '丙' });
    await buildFile(app, { projectId, by, folderId: b, name: 'x.dwg', bytes: '12345' });
    const move = (input: object, who = 'manager') => app.call(files.move, input, as(who));
    expect((await move({ folder_ids: [a], pid: b })).code).toBe(1008);
    expect((await move({ folder_ids: [a], pid: a })).code).toBe(1008);
    expect((await move({ folder_ids: [b], pid: c }, 'designer')).code).toBe(1005);
    expect((await move({ folder_ids: [b], pid: c })).code).toBe(0);
    const totals = async (id: number) => {
      const { data } = await app.call(files.info, { folder_id: id }, as('manager'));
      return [data.file_total, data.size];
    };
    expect(await totals(a)).toEqual([0, 0]);
    expect(await totals(c)).toEqual([1, 5]);
    await buildFolder(app, { projectId, by, parentId: a, name: '乙' });
    expect((await move({ folder_ids: [b], pid: a })).code).toBe(1018);
    expect(
      (await app.call(files.info, { folder_id: b }, as('manager'))).data.crumbs.map((x: { name: string }) => x.name),
    ).toEqual(['滨江办公楼', '丙', '乙']);
  });

  it('copies with download and create, also into another project, as independent files', async () => {
    const by = people.manager?.id ?? 0;
    const other = await buildProject(app, { managerId: by });
    const source = await buildFolder(app, { projectId, by, name: '样板' });
    const inner = await buildFolder(app, { projectId, by, parentId: source, name: '里' });
    const file = await buildFile(app, { projectId, by, folderId: inner, name: 'x.ifc', bytes: 'ISO-10303-21;' });
    const target = await rootFolder(app, other.id);
    const copy = (input: object, who = 'manager') => app.call(files.copy, input, as(who));
    expect(await copy({ folder_ids: [source], pid: target })).toMatchObject({
      code: 0,
      data: { folders: 2, files: 1 },
    });
    expect(await copy({ folder_ids: [source], pid: source })).toMatchObject({
      code: 0,
      data: { folders: 2, files: 1 },
    });
    expect((await copy({ file_ids: [file.id], pid: inner })).code).toBe(0);
    expect((await list('manager', { pid: inner })).names).toEqual(['x (1).ifc', 'x.ifc']);
    expect((await copy({ folder_ids: [source], pid: root }, 'partner')).code).toBe(1005);
    const found = await app.call(files.search, { project_id: other.id, word: 'x.ifc' }, as('manager'));
    expect(found.data.list).toHaveLength(1);
    expect(found.data.list[0]).toMatchObject({ version_no: 1, size: 13 });
  });

  it('restores an older version as the newest', async () => {
    const by = people.designer?.id ?? 0;
    const file = await buildFile(app, { projectId, by, name: '版本.dwg', bytes: 'one' });
    await buildFile(app, { projectId, by, name: '版本.dwg', bytes: 'two two' });
    const { version } = (await app.call(files.info, { file_id: file.id }, as('designer'))).data;
    const back = { file_id: file.id, version_id: file.versionId, version };
    expect((await app.call(files.versionRestore, back, as('reviewer'))).code).toBe(1005);
    expect(await app.call(files.versionRestore, back, as('designer'))).toMatchObject({
      code: 0,
      data: { version_no: 3 },
    });
    const { data } = await app.call(files.versions, { file_id: file.id }, as('partner'));
    expect(
      data.list.map((row: { no: number; size: number; current: boolean }) => [row.no, row.size, row.current]),
    ).toEqual([
      [3, 3, true],
      [2, 7, false],
      [1, 3, false],
    ]);
    const foreign = await buildFile(app, { projectId, by, name: '别的.dwg' });
    const mixed = { ...back, version_id: foreign.versionId, version: version + 1 };
    expect((await app.call(files.versionRestore, mixed, as('designer'))).code).toBe(1006);
  });
});
