import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessWhy } from '@prdm/contract/organisation/access';
import { digestOf } from '../../testing/matrix/digest.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import {
  buildDepartment,
  buildPerson,
  buildProject,
  buildTask,
  PASSWORD,
  rootFolder,
  type BuiltPerson,
} from '../../testing/worlds/builders.ts';

let app: TestApp;
let admin: string;
let manager: BuiltPerson;
let designer: BuiltPerson;
let projectId: number;
let taskId: number;
let sisterTask: number;
const tokens = new Map<number, string>();

beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  manager = await buildPerson(app, { name: '经理' });
  designer = await buildPerson(app, { name: '设计' });
  const other = await buildPerson(app, { name: '别处' });
  projectId = (await buildProject(app, { managerId: manager.id, members: [{ id: designer.id, roles: ['designer'] }] }))
    .id;
  const sister = await buildProject(app, { managerId: other.id });
  const given = { projectId, assignerId: manager.id, executorIds: [designer.id], state: 'under_review' as const };
  taskId = (await buildTask(app, given)).id;
  sisterTask = (await buildTask(app, { projectId: sister.id, assignerId: other.id, executorIds: [other.id] })).id;
  for (const { id, account } of [manager, designer]) tokens.set(id, await app.signIn(account, PASSWORD));
}, 120_000);
afterAll(() => app.stop());

interface Asked {
  readonly by: BuiltPerson | 'admin';
  readonly about?: BuiltPerson;
  readonly call: string;
  readonly records?: readonly { field: string; kind: string; id: number }[];
}
const ask = ({ by, about, call, records = [] }: Asked) =>
  app.call(
    accessWhy,
    { call, subjects: JSON.stringify(records), ...(about ? { user_id: about.id } : {}) },
    { token: by === 'admin' ? admin : (tokens.get(by.id) ?? '') },
  );
const task = (id: number) => ({ field: 'id', kind: 'task', id });

describe('access/why', () => {
  it('names the project role that decides', async () => {
    const records = [{ field: 'project_id', kind: 'project', id: projectId }];
    const { data } = await ask({ by: manager, call: 'project/edit', records });
    expect(data).toMatchObject({ allowed: true, code: 0, open: true });
    expect(data.chain.filter(({ decides }: { decides: boolean }) => decides).at(-1)).toMatchObject({
      code: 'granted',
      field: 'project_id',
      actions: ['home-Project-edit'],
      via: { kind: 'project-role', name: '项目经理' },
    });
  });

  it('names the owner, and the state that closes the action', async () => {
    const { data } = await ask({ by: manager, call: 'task/edit', records: [task(taskId)] });
    expect(data).toMatchObject({ allowed: true, open: false });
    expect(data.chain).toContainEqual(expect.objectContaining({ code: 'own', as: 'starter', decides: true }));
    expect(data.chain.at(-1)).toMatchObject({ code: 'state', allowed: false });
    expect(data.chain.at(-1).why).not.toBe('');
  });

  it('names the grant of a folder and its recipient', async () => {
    const records = [{ field: 'pid', kind: 'folder', id: await rootFolder(app, projectId) }];
    const { data } = await ask({ by: designer, call: 'file/mkdir', records });
    expect(data.chain.at(-1)).toMatchObject({
      code: 'granted',
      actions: ['create'],
      via: { kind: 'folder-grant' },
      through: { kind: 'project-role', name: '设计人' },
    });
  });

  it('gives the refusal of the call', async () => {
    const { data } = await ask({ by: designer, call: 'task/edit', records: [task(taskId)] });
    expect(data).toMatchObject({ allowed: false, code: 1005 });
    expect(data.chain.at(-1)).toMatchObject({ code: 'lacking', allowed: false, decides: true });
  });

  it('answers a hidden record like a missing one', async () => {
    const [hidden, missing] = await Promise.all(
      [sisterTask, 987_654].map((id) => ask({ by: designer, call: 'task/edit', records: [task(id)] })),
    );
    expect(hidden?.data).toEqual(missing?.data);
    expect(hidden?.data).toMatchObject({ allowed: false, code: 444 });
  });

  it('answers questions about others only to people who see their rights and the record', async () => {
    expect((await ask({ by: designer, about: manager, call: 'task/add' })).code).toBe(1005);
    expect((await ask({ by: designer, about: designer, call: 'task/add' })).code).toBe(0);
    const { data } = await ask({ by: 'admin', about: designer, call: 'task/edit', records: [task(sisterTask)] });
    expect(data).toMatchObject({ allowed: false, code: 444 });
    expect((await ask({ by: 'admin', about: designer, call: 'task/edit', records: [task(987_654)] })).code).toBe(1006);
  });

  it('tells a head nothing about projects that are hidden from the head, and no name of foreign ones', async () => {
    const head = await buildPerson(app, { name: '所长' });
    tokens.set(head.id, await app.signIn(head.account, PASSWORD));
    const { id: departmentId } = await buildDepartment(app, { leaderId: head.id });
    const [inHidden, inForeign, inOwn] = [
      await buildPerson(app, { departmentId }),
      await buildPerson(app, { departmentId }),
      await buildPerson(app, { departmentId }),
    ];
    const hidden = await buildProject(app, { name: '密项', managerId: inHidden.id });
    const foreign = await buildProject(app, { name: '外项', managerId: inForeign.id });
    const own = await buildProject(app, { name: '本项', managerId: inOwn.id, members: [{ id: head.id, roles: [] }] });
    await app.platform.db.pool.query(`update project set secret_level = 'secret' where id = $1`, [hidden.id]);
    const about = async (person: BuiltPerson, by: BuiltPerson | 'admin' = head, call = 'task/add') =>
      (await ask({ by, about: person, call })).data;
    const projectsOf = ({ chain }: { chain: { project: unknown }[] }) => chain.flatMap(({ project }) => project ?? []);

    const secret = await about(inHidden);
    expect(secret).toMatchObject({ allowed: false, code: 1005 });
    expect(projectsOf(secret)).toEqual([]);
    expect(JSON.stringify(secret)).not.toContain(hidden.name);
    const byAdmin = await about(inHidden, 'admin');
    expect(byAdmin.allowed).toBe(true);
    expect(projectsOf(byAdmin)).toEqual([{ id: hidden.id, name: hidden.name }]);

    const strange = await about(inForeign);
    expect(strange.allowed).toBe(true);
    expect(projectsOf(strange)).toEqual([]);
    expect(JSON.stringify(strange)).not.toContain(foreign.name);
    expect(projectsOf(await about(inOwn))).toEqual([{ id: own.id, name: own.name }]);
    // The person asks about the own rights and sees the own projects.
    tokens.set(inHidden.id, await app.signIn(inHidden.account, PASSWORD));
    expect(projectsOf(await about(inHidden, inHidden))).toEqual([{ id: hidden.id, name: hidden.name }]);
  });

  it('refuses what is no call or no field of it, and changes nothing', async () => {
    const rows = await digestOf(app);
    const refusal = async (asked: Omit<Asked, 'by'>) => {
      const { code, data } = await ask({ by: designer, ...asked });
      return [code, data.field];
    };
    expect(await refusal({ call: 'task/nothing' })).toEqual([1001, 'call']);
    expect(await refusal({ call: 'task/edit', records: [{ ...task(taskId), field: 'x' }] })).toEqual([
      1001,
      'subjects',
    ]);
    expect(await refusal({ call: 'task/edit', records: [{ ...task(taskId), kind: 'user' }] })).toEqual([
      1001,
      'subjects',
    ]);
    expect(await digestOf(app)).toEqual(rows);
  });
});
