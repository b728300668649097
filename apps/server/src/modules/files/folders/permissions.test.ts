import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { FOLDER_RIGHTS, type FolderRight } from '@prdm/contract/status';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import {
  buildFile,
  buildFolder,
  buildPerson,
  buildProject,
  PASSWORD,
  rootFolder,
} from '../../../testing/worlds/builders.ts';
import { setRights } from '../../../testing/worlds/folder-rights.ts';
import { begin } from '../../../testing/worlds/uploads.ts';
import { RoleRemoved } from '../../organisation/organisation.events.ts';

let app: TestApp;
let projectId: number;
let root: number;
let designerRole: number;
const people: Record<string, { id: number; token: string }> = {};
const id = (name: string): number => people[name]?.id ?? 0;
const as = (name: string) => ({ token: people[name]?.token ?? '' });

beforeAll(async () => {
  app = await startApp({ works: false });
  for (const name of ['manager', 'designer', 'guest', 'loner', 'outsider']) {
    const built = await buildPerson(app, { name });
    people[name] = { id: built.id, token: await app.signIn(built.account, PASSWORD) };
  }
  const project = await buildProject(app, {
    managerId: id('manager'),
    members: [
      { id: id('designer'), roles: ['designer'] },
      { id: id('guest'), roles: ['partner'] },
      { id: id('loner'), roles: [] },
    ],
  });
  projectId = project.id;
  root = await rootFolder(app, projectId);
  const [enterprise] = await app.modules.organisation.enterpriseIds();
  const roles = await app.modules.organisation.roles(enterprise ?? 0);
  designerRole = roles.find((role) => role.key === 'designer')?.id ?? 0;
}, 60_000);
afterAll(async () => app.stop());

const set = async (
  who: string,
  folder_id: number,
  to: { user_id?: number; role_id?: number },
  rights: readonly FolderRight[],
) => (await setRights(app, folder_id, to, rights, as(who))).code;
const rightsOf = async (who: string, folder_id: number): Promise<FolderRight[]> => {
  const { data } = await app.call(files.info, { folder_id }, as(who));
  return FOLDER_RIGHTS.filter((right) => data?.can?.[right]);
};

describe('the six rights', () => {
  it('[PE-005] each right allows its own actions, and with only view the other five are denied', async () => {
    const by = id('manager');
    const folder = await buildFolder(app, { projectId, by, name: '只看' });
    const target = await buildFolder(app, { projectId, by, parentId: folder, name: '里面' });
    const file = await buildFile(app, { projectId, by, folderId: folder, name: '图.dwg' });
    const token = people.loner?.token ?? '';
    const tries: Record<FolderRight, () => Promise<boolean>> = {
      view: async () =>
        (await app.call(files.index, { project_id: projectId, pid: folder }, as('loner'))).data.list.length > 0,
      download: async () => {
        const { code } = await app.call(files.download, { file_id: file.id }, as('loner'));
        const copied = await app.call(files.copy, { file_ids: [file.id], pid: target }, as('loner'));
        return code === 0 && (copied.code === 0 || !(await rightsOf('loner', folder)).includes('create'));
      },
      create: async () =>
        (await app.call(files.mkdir, { pid: folder, name: `新${Math.random()}` }, as('loner'))).code === 0 &&
        (await begin(app.address, token, folder, 1, { filename: `${Math.random()}` })).status === 201,
      edit: async () => {
        const { data } = await app.call(files.info, { file_id: file.id }, as('manager'));
        const input = { file_id: file.id, name: `图${Math.random()}.dwg`, version: data.version };
        return (await app.call(files.rename, input, as('loner'))).code === 0;
      },
      delete: async () => {
        const victim = await buildFile(app, { projectId, by, folderId: folder });
        return (await app.call(files.del, { file_ids: [victim.id] }, as('loner'))).code === 0;
      },
      authorize: async () =>
        (await app.call(files.permissionList, { folder_id: folder }, as('loner'))).code === 0 &&
        (await set('loner', folder, { user_id: id('guest') }, ['view'])) === 0,
    };
    for (const right of FOLDER_RIGHTS) {
      // A change needs view on the folder, so each right is set together with view.
      expect(await set('manager', folder, { user_id: id('loner') }, [...new Set<FolderRight>(['view', right])])).toBe(
        0,
      );
      const open: FolderRight[] = [];
      for (const candidate of FOLDER_RIGHTS) if (await tries[candidate]()) open.push(candidate);
      expect(open).toEqual(FOLDER_RIGHTS.filter((candidate) => candidate === 'view' || candidate === right));
    }
  });

  it('shows a user with rights on a deep folder only the path to it', async () => {
    const by = id('manager');
    const outer = await buildFolder(app, { projectId, by, name: '外' });
    const inner = await buildFolder(app, { projectId, by, parentId: outer, name: '内' });
    await buildFolder(app, { projectId, by, parentId: outer, name: '旁边' });
    await buildFile(app, { projectId, by, folderId: outer, name: '外面的.dwg' });
    await buildFile(app, { projectId, by, folderId: inner, name: '里面的.dwg' });
    await set('manager', inner, { user_id: id('loner') }, ['view']);
    const names = async (pid: number) =>
      (await app.call(files.index, { project_id: projectId, pid }, as('loner'))).data.list.map(
        (entry: { name: string }) => entry.name,
      );
    expect(await names(root)).toContain('外');
    expect(await names(root)).not.toContain('01 合同');
    expect(await names(outer)).toEqual(['内']);
    expect(await names(inner)).toEqual(['里面的.dwg']);
    const branch = await app.call(files.tree, { project_id: projectId, pid: outer }, as('loner'));
    expect(branch.data.list.map((node: { name: string }) => node.name)).toEqual(['内']);
    const word = await app.call(files.search, { project_id: projectId, word: '面的' }, as('loner'));
    expect(word.data.list.map((entry: { name: string }) => entry.name)).toEqual(['里面的.dwg']);
    const why = await app.call(files.info, { folder_id: inner, why: 'view' }, as('loner'));
    expect(why.data.why).toMatchObject({
      allowed: true,
      chain: [
        { code: 'granted', via: { kind: 'folder-grant', name: '内' }, through: { kind: 'person', name: 'loner' } },
      ],
    });
    expect(why.data.crumbs.map((crumb: { name: string }) => crumb.name)).toEqual([expect.any(String), '外', '内']);
  });
});

describe('granting rights', () => {
  it('[PE-006] an inherited right cannot be changed below; a right added below works', async () => {
    const by = id('manager');
    const parent = await buildFolder(app, { projectId, by, name: '父' });
    const child = await buildFolder(app, { projectId, by, parentId: parent, name: '子' });
    expect(await set('manager', parent, { user_id: id('loner') }, ['view', 'create'])).toBe(0);
    expect(await set('manager', child, { user_id: id('loner') }, ['view'])).toBe(1008);
    expect(await set('manager', child, { user_id: id('loner') }, [])).toBe(1008);
    expect(await set('manager', child, { role_id: designerRole }, ['view'])).toBe(1008);
    expect(await set('manager', child, { user_id: id('loner') }, ['view', 'create', 'delete'])).toBe(0);
    expect(await rightsOf('loner', child)).toEqual(['view', 'create', 'delete']);
    expect(await rightsOf('loner', parent)).toEqual(['view', 'create']);
    const { data } = await app.call(files.permissionList, { folder_id: child }, as('manager'));
    const row = data.list.find(
      (entry: { to_kind: string; to_id: number }) => entry.to_kind === 'person' && entry.to_id === id('loner'),
    );
    expect(row).toMatchObject({
      name: 'loner',
      rights: ['view', 'create', 'delete'],
      set_here: ['delete'],
      inherited: [{ folder_id: parent, folder: '父', rights: ['view', 'create'] }],
    });
    expect(
      data.list.find(
        (entry: { to_id: number; to_kind: string }) => entry.to_kind === 'project-role' && entry.to_id === designerRole,
      ),
    ).toMatchObject({
      rights: ['view', 'download', 'create', 'edit'],
      set_here: [],
    });
    expect(await set('manager', child, { user_id: id('loner') }, ['view', 'create'])).toBe(0);
    expect(await rightsOf('loner', child)).toEqual(['view', 'create']);
  });

  it('a user grants and removes only own rights, and only for members and project roles', async () => {
    const folder = await buildFolder(app, { projectId, by: id('manager'), name: '授权' });
    await set('manager', folder, { user_id: id('guest') }, ['view', 'authorize']);
    expect(await set('guest', folder, { user_id: id('loner') }, ['view'])).toBe(0);
    expect(await set('guest', folder, { user_id: id('loner') }, ['view', 'delete'])).toBe(1005);
    await set('manager', folder, { user_id: id('loner') }, ['view', 'delete']);
    expect(await set('guest', folder, { user_id: id('loner') }, ['view'])).toBe(1005);
    expect(await set('designer', folder, { user_id: id('loner') }, ['view'])).toBe(1005);
    expect(await set('manager', folder, { user_id: id('outsider') }, ['view'])).toBe(1006);
    const roles = await app.modules.organisation.roles((await app.modules.organisation.enterpriseIds())[0] ?? 0);
    const office = roles.find((role) => role.key === 'finance')?.id;
    expect(await set('manager', folder, { role_id: office }, ['view'])).toBe(1006);
    expect(await set('manager', folder, {}, ['view'])).toBe(1001);
  });

  it('a grant names every role that can be held in a project, also a leading one', async () => {
    const director = await buildPerson(app);
    const other = await buildProject(app, {
      managerId: id('manager'),
      members: [
        { id: id('designer'), roles: ['designer'] },
        { id: director.id, roles: ['general_manager'] },
      ],
    });
    const top = await rootFolder(app, other.id);
    const { list } = (await app.call(files.permissionList, { folder_id: top }, as('manager'))).data;
    const role = list.find(({ name }: { name: string }) => name === '总经理');
    expect(role).toMatchObject({ to_kind: 'project-role', rights: [] });
    people.director = { id: director.id, token: await app.signIn(director.account, PASSWORD) };
    expect(await rightsOf('director', top)).toEqual([]);
    expect(await set('manager', top, { role_id: role.to_id }, ['view', 'download'])).toBe(0);
    expect(await rightsOf('director', top)).toEqual(['view', 'download']);
  });

  it('[PE-007] asks for project roles first when only the manager holds one', async () => {
    const fresh = await buildProject(app, { managerId: id('manager'), members: [{ id: id('loner'), roles: [] }] });
    const folder_id = await rootFolder(app, fresh.id);
    const answer = await app.call(files.permissionList, { folder_id }, as('manager'));
    expect(answer).toMatchObject({ code: 1008, msg: '请先设置项目角色，再设置文件夹权限' });
    expect(await set('manager', folder_id, { user_id: id('loner') }, ['view'])).toBe(1008);
  });

  it('takes effect at once for a removed role or member; grants of a removed member do not return with the member', async () => {
    const by = id('manager');
    const folder = await buildFolder(app, { projectId, by, name: '即时' });
    await set('manager', folder, { user_id: id('designer') }, ['view', 'download', 'create', 'edit', 'delete']);
    expect(await rightsOf('designer', folder)).toContain('delete');
    const [enterpriseId = 0] = await app.modules.organisation.enterpriseIds();
    const actor = { enterpriseId, userId: by, name: 'manager', ip: '', agent: '', lang: 'zh' } as const;
    const within = app.platform.db;
    await within.transaction((trx) => app.modules.projects.removeMember(trx, actor, projectId, id('designer')));
    expect((await app.call(files.info, { folder_id: folder }, as('designer'))).code).toBe(444);
    await within.transaction((trx) =>
      app.modules.projects.addMember(trx, actor, projectId, { userId: id('designer'), roleKeysOrIds: ['reviewer'] }),
    );
    expect(await rightsOf('designer', folder)).toEqual(['view', 'download', 'create']);
  });

  it('deletes the grants with their role, in the same transaction (safety P13)', async () => {
    const by = id('manager');
    const folder = await buildFolder(app, { projectId, by, name: '角色' });
    const [enterpriseId = 0] = await app.modules.organisation.enterpriseIds();
    const roles = await app.modules.organisation.roles(enterpriseId);
    const [gone, stays] = ['approver', 'proofreader'].map((key) => roles.find((role) => role.key === key)?.id ?? 0);
    for (const role_id of [gone, stays])
      expect(await set('manager', folder, { role_id: role_id ?? 0 }, ['view', 'download', 'create', 'edit'])).toBe(0);
    const given = async () =>
      (
        await app.platform.db.pool.query(
          `select to_id from folder_grant where to_kind = 'project-role' and to_id = any($1) and folder_id = $2`,
          [[gone, stays], folder],
        )
      ).rows.map(({ to_id: to }) => to as number);
    expect(new Set(await given())).toEqual(new Set([gone, stays]));
    const actor = { enterpriseId, userId: by, name: 'manager', ip: '', agent: '', lang: 'zh' } as const;
    const removed = app.platform.db.transaction(async (trx) => {
      await app.platform.bus.emit(trx, RoleRemoved, {
        actor,
        target: { kind: 'role', id: gone ?? 0, name: '审定人' },
        data: { roleId: gone ?? 0, name: '审定人' },
      });
      throw new Error('taken back');
    });
    await expect(removed).rejects.toThrow('taken back');
    expect(new Set(await given())).toEqual(new Set([gone, stays]));
    await app.platform.db.transaction((trx) =>
      app.platform.bus.emit(trx, RoleRemoved, {
        actor,
        target: { kind: 'role', id: gone ?? 0, name: '审定人' },
        data: { roleId: gone ?? 0, name: '审定人' },
      }),
    );
    expect(await given()).toEqual([stays]);
  });
});
