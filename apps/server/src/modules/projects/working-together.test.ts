import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { LIMITS } from '@prdm/contract/limits';
import { edit, index, info, memberAdd, members, roles } from '@prdm/contract/projects';
import { info as taskInfo } from '@prdm/contract/tasks';
import { buildArchivedProject, buildPerson, buildProject, PASSWORD } from '../../testing/worlds/builders.ts';
import type { BuiltPerson, BuiltProject } from '../../testing/worlds/builders.ts';
import { editForm, projectForm } from '../../testing/worlds/project-form.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

let app: TestApp;
let manager: BuiltPerson;
let designer: BuiltPerson;
let project: BuiltProject;
let managers: string;
let designers: string;

beforeAll(async () => {
  app = await startApp({ works: false });
  manager = await buildPerson(app);
  designer = await buildPerson(app);
  project = await buildProject(app, { managerId: manager.id, members: [{ id: designer.id, roles: ['designer'] }] });
  managers = await app.signIn(manager.account, PASSWORD);
  designers = await app.signIn(designer.account, PASSWORD);
});
afterAll(() => app.stop());

const idsOf = (answer: { data: { list: { id: number }[] } }): number[] => answer.data.list.map(({ id }) => id);

describe('two members of a project', () => {
  it("[BU-004] see each other's changes, and their browsers get a notification", async () => {
    const read = async () => (await app.call(info, { project_id: project.id }, { token: designers })).data;
    const form = editForm(await projectForm(app, manager.id), { id: project.id, version: (await read()).version });
    const change = { ...form, name: '滨江医院门诊综合楼' };
    expect(await app.call(edit, change, { token: managers })).toMatchObject({ code: 0 });
    expect((await read()).name).toBe('滨江医院门诊综合楼');
    const { rows } = await app.platform.db.pool.query(
      `select project_id, frame from live_message where project_id = $1 order by id desc limit 1`,
      [project.id],
    );
    expect(rows).toEqual([
      { project_id: project.id, frame: { type: 'project', id: project.id, project_id: project.id } },
    ]);
  });

  it('[BU-038] appear in its list of members at once after adding, and may enter', async () => {
    const fresh = await buildPerson(app, { name: '新成员' });
    const token = await app.signIn(fresh.account, PASSWORD);
    expect(await app.call(info, { project_id: project.id }, { token })).toMatchObject({ code: 444 });
    const input = { project_id: project.id, user_ids: [fresh.id], role_ids: [] };
    expect(await app.call(memberAdd, input, { token: managers })).toMatchObject({ code: 0 });
    const { list } = (await app.call(members, { project_id: project.id }, { token: designers })).data;
    expect(list.map((one: { name: string }) => one.name)).toContain('新成员');
    expect(await app.call(info, { project_id: project.id }, { token })).toMatchObject({ code: 0 });
  });

  it('[PE-002] may each get any of the five roles of production', async () => {
    const { list } = (await app.call(roles, {}, { token: managers })).data;
    for (const key of ['professional_leader', 'designer', 'proofreader', 'reviewer', 'approver']) {
      const role = list.find((each: { key: string }) => each.key === key);
      const { id } = await buildPerson(app);
      const input = { project_id: project.id, user_ids: [id], role_ids: [role.id] };
      expect(await app.call(memberAdd, input, { token: managers }), key).toMatchObject({ code: 0 });
      const held = (await app.call(members, { project_id: project.id }, { token: managers })).data.list;
      expect(held.find((one: { user_id: number }) => one.user_id === id).roles).toMatchObject([{ key }]);
    }
  });
});

describe('lists of projects', () => {
  it('[BU-027] hold either the ongoing or the archived ones', async () => {
    const archived = await buildArchivedProject(app, { managerId: manager.id });
    const ongoing = idsOf(await app.call(index, { ispage: 'not' }, { token: managers }));
    expect(ongoing).toContain(project.id);
    expect(ongoing).not.toContain(archived.id);
    expect(idsOf(await app.call(index, { state: 'archived', ispage: 'not' }, { token: managers }))).toEqual([
      archived.id,
    ]);
  });

  it('[LI-017] begin with a page of 20, like every paged list', async () => {
    await app.platform.db.pool.query(
      `insert into project overriding system value
       select (jsonb_populate_record(p, jsonb_build_object('id', 1000000 + n, 'item_number', 'copy ' || n))).*
       from project p, generate_series(1, 100) n where p.id = $1`,
      [project.id],
    );
    await app.platform.db.pool.query(
      `insert into project_member select (jsonb_populate_record(m, jsonb_build_object('project_id', 1000000 + n))).*
       from project_member m, generate_series(1, 100) n where m.project_id = $1 and m.user_id = $2`,
      [project.id, manager.id],
    );
    const { data } = await app.call(index, {}, { token: managers });
    expect(data).toMatchObject({ total: 101, page: 1, size: LIMITS.pageSize });
    expect(data.list).toHaveLength(20);
    const paged = registry.flatMap(({ path, input }) => {
      const { shape } = input.def as unknown as { shape?: Record<string, { safeParse(value: unknown): unknown }> };
      return shape?.size === undefined ? [] : [[path, shape.size.safeParse(undefined)] as const];
    });
    expect(paged.length).toBeGreaterThan(5);
    for (const [path, size] of paged) expect(size, path).toMatchObject({ success: true, data: LIMITS.pageSize });
  });
});

describe('missing data', () => {
  it('[ER-014] answers "data not found" on the page itself and inside one', async () => {
    const admin = await app.admin();
    for (const [lang, msg] of Object.entries({ zh: '数据不存在', en: 'Data not found' })) {
      expect(await app.call(taskInfo, { id: 99_999_999 }, { token: admin, lang })).toMatchObject({ code: 404, msg });
      const inside = await app.call(
        memberAdd,
        { project_id: 99_999_999, user_ids: [manager.id] },
        { token: admin, lang },
      );
      expect(inside).toMatchObject({ code: 1006, msg });
    }
  });
});
