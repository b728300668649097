import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  archive,
  edit,
  index,
  info,
  memberAdd,
  memberDel,
  members,
  overview,
  transferManager,
  unarchive,
} from '@prdm/contract/projects';
import type { Trx } from '../../platform/db.ts';
import {
  buildArchivedProject,
  buildPerson,
  buildProject,
  PASSWORD,
  theEnterprise,
} from '../../testing/worlds/builders.ts';
import type { BuiltPerson } from '../../testing/worlds/builders.ts';
import { editForm, projectForm } from '../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let admin: string;
let manager: BuiltPerson;
let designer: BuiltPerson;
let managers: string;
/** Open work per project, as another area would report it. */
const openWork = new Map<number, number>();

beforeAll(async () => {
  app = await startApp({ works: false });
  app.modules.projects.onArchiveCheck((_trx: Trx, _enterpriseId: number, projectId: number) => {
    const count = openWork.get(projectId) ?? 0;
    return Promise.resolve(count === 0 ? null : { kind: 'task', count });
  });
  admin = await app.admin();
  manager = await buildPerson(app);
  designer = await buildPerson(app);
  managers = await app.signIn(manager.account, PASSWORD);
});
afterAll(() => app.stop());

const build = () => buildProject(app, { managerId: manager.id, members: [{ id: designer.id, roles: ['designer'] }] });
const archivedRow = async (id: number, token: string) => {
  const { data } = await app.call(index, { state: 'archived', ispage: 'not' }, { token });
  return data.list.find((row: { id: number }) => row.id === id);
};

describe('archiving', () => {
  it('[ST-010] turns an ongoing project into an archived one, and back', async () => {
    const project = await build();
    const read = () => app.call(info, { project_id: project.id }, { token: managers });
    expect((await read()).data.status).toBe('ongoing');
    expect(await app.call(archive, { project_id: project.id, version: 1 }, { token: managers })).toMatchObject({
      code: 0,
    });
    const row = await archivedRow(project.id, managers);
    expect(row).toMatchObject({
      status: 'archived',
      archived_by: manager.id,
      archived_by_name: manager.name,
      version: 2,
    });
    expect(row.can).toEqual({ edit: false, member: false, archive: false, unarchive: true, transfer: false });
    expect(await app.call(unarchive, { project_id: project.id, version: 2 }, { token: managers })).toMatchObject({
      code: 0,
    });
    expect((await read()).data).toMatchObject({ status: 'ongoing', archived_at: null, archived_by: null });
    const form = editForm(await projectForm(app, manager.id), { id: project.id, version: 3 });
    expect(await app.call(edit, form, { token: managers })).toMatchObject({ code: 0 });
  });

  it('[ST-011] [ER-017] refuses every call inside with 443, for superAdmin and leader too', async () => {
    const project = await buildArchivedProject(app, {
      managerId: manager.id,
      members: [{ id: designer.id, roles: ['designer'] }],
    });
    const leader = await buildPerson(app, { roles: ['leader'] });
    const other = await buildPerson(app);
    const tokens = [admin, managers, await app.signIn(leader.account, PASSWORD)];
    const of = { project_id: project.id };
    const calls = [
      [info, of],
      [overview, of],
      [members, of],
      [edit, editForm(await projectForm(app, manager.id), { id: project.id, version: 2 })],
      [archive, { ...of, version: 2 }],
      [transferManager, { ...of, manager_id: designer.id, version: 2 }],
      [memberAdd, { ...of, user_ids: [other.id], role_ids: [] }],
      [memberDel, { ...of, user_id: designer.id }],
    ] as const;
    for (const token of tokens)
      for (const [call, input] of calls)
        expect(await app.call(call, input, { token }), call.path).toMatchObject({
          code: 443,
          msg: '项目已归档，无法访问',
        });
    const stranger = await app.signIn(other.account, PASSWORD);
    expect(await app.call(info, of, { token: stranger })).toMatchObject({ code: 444 });
  });

  it('is allowed to the manager, not to every member', async () => {
    const project = await build();
    const token = await app.signIn(designer.account, PASSWORD);
    expect(await app.call(archive, { project_id: project.id, version: 1 }, { token })).toMatchObject({ code: 1005 });
    expect(await app.call(archive, { project_id: project.id, version: 7 }, { token: managers })).toMatchObject({
      code: 1009,
    });
  });

  it('succeeds once when two requests run at the same moment', async () => {
    const project = await build();
    const input = { project_id: project.id, version: 1 };
    const both = await Promise.all([1, 2].map(() => app.call(archive, input, { token: managers })));
    expect(both.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 443]);
    const { rows } = await app.platform.db.pool.query(
      `select count(*)::int as n from action_log where event = 'projects.archived' and project_id = $1`,
      [project.id],
    );
    expect(rows[0].n).toBe(1);
  });

  it('lists the open work until the caller confirms it', async () => {
    const project = await build();
    openWork.set(project.id, 4);
    const input = { project_id: project.id, version: 1 };
    const answer = await app.call(archive, input, { token: managers });
    expect(answer).toMatchObject({ code: 1008, data: { open: [{ kind: 'task', count: 4 }] } });
    expect((await app.call(info, { project_id: project.id }, { token: managers })).data.status).toBe('ongoing');
    expect(await app.call(archive, { ...input, confirmed: true }, { token: managers })).toMatchObject({ code: 0 });
  });

  it('waits for a running write in the project, and refuses the next one', async () => {
    const project = await build();
    const enterpriseId = await theEnterprise(app);
    let archived: Promise<{ code: number }> | undefined;
    let over = false;
    await app.platform.db.transaction(async (trx) => {
      await app.modules.projects.openForWriting(trx, enterpriseId, project.id);
      archived = app.call(archive, { project_id: project.id, version: 1 }, { token: managers });
      void archived.then(() => (over = true));
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(over).toBe(false);
    });
    expect(await archived).toMatchObject({ code: 0 });
    const late = app.platform.db.transaction((trx) =>
      app.modules.projects.openForWriting(trx, enterpriseId, project.id),
    );
    await expect(late).rejects.toMatchObject({ code: 443 });
  });
});

const undo = (id: number, token: string, version = 2) => app.call(unarchive, { project_id: id, version }, { token });

describe('undoing it', () => {
  it('is allowed to an administrator, and to the manager who archived the project', async () => {
    const project = await build();
    await app.call(archive, { project_id: project.id, version: 1 }, { token: admin });
    expect((await archivedRow(project.id, managers)).can.unarchive).toBe(false);
    expect(await undo(project.id, managers)).toMatchObject({ code: 1005 });
    expect(await undo(project.id, await app.signIn(designer.account, PASSWORD))).toMatchObject({ code: 1005 });
    expect((await archivedRow(project.id, admin)).can.unarchive).toBe(true);
    expect(await undo(project.id, admin, 1)).toMatchObject({ code: 1009 });
    expect(await undo(project.id, admin)).toMatchObject({ code: 0 });
    expect(await undo(project.id, admin, 3)).toMatchObject({ code: 1008 });
  });

  it('answers 1008 the second time to every permitted caller', async () => {
    const project = await build();
    await app.call(archive, { project_id: project.id, version: 1 }, { token: managers });
    expect(await undo(project.id, managers)).toMatchObject({ code: 0 });
    expect(await undo(project.id, managers, 3)).toMatchObject({ code: 1008 });
    expect(await undo(project.id, admin, 3)).toMatchObject({ code: 1008 });
    expect(await undo(project.id, await app.signIn(designer.account, PASSWORD), 3)).toMatchObject({ code: 1005 });
  });

  it('succeeds when the quota is used up', async () => {
    const project = await build();
    await app.call(archive, { project_id: project.id, version: 1 }, { token: managers });
    await app.platform.db.pool.query(`update enterprise set project_limit = 0`);
    expect(await undo(project.id, managers)).toMatchObject({ code: 0 });
    await app.platform.db.pool.query(`update enterprise set project_limit = 500`);
  });

  it('an administrator who is a member may undo it, one who is not a member may not', async () => {
    const administrator = await buildPerson(app, { roles: ['administrator'] });
    const token = await app.signIn(administrator.account, PASSWORD);
    const member = { id: administrator.id, roles: ['designer' as const] };
    const inside = await buildArchivedProject(app, { members: [member] });
    const outside = await buildArchivedProject(app);
    expect(await undo(inside.id, token)).toMatchObject({ code: 0 });
    expect(await undo(outside.id, token)).toMatchObject({ code: 444 });
  });
});
