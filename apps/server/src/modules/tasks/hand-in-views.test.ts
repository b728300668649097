import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { del as deleteFiles } from '@prdm/contract/files';
import { handedViewpointInfo, handedViewpointThumb } from '@prdm/contract/kit/handed-viewpoints';
import * as models from '@prdm/contract/models';
import { memberAdd } from '@prdm/contract/projects';
import { notPass } from '@prdm/contract/processes/review';
import { submit } from '@prdm/contract/tasks';
import { taskAttachments as calls } from '@prdm/contract/tasks/attachments';
import { buildFile, buildPerson, buildProject, PASSWORD } from '../../testing/worlds/builders.ts';
import { jpegOf } from '../../testing/worlds/pictures.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
/** A member without a role in the project, who sees no folder of it. */
let guest: Signed;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  const built = await buildPerson(app, { name: '业主代表' });
  guest = { ...built, token: await app.signIn(built.account, PASSWORD) };
});
afterAll(() => app.stop());

interface Row {
  readonly id: number;
  readonly round: number;
  readonly name: string;
  readonly digest: string;
  readonly can_open: boolean;
}
const stateOf = (x: number, hidden: readonly string[] = []) =>
  JSON.stringify({
    version: 1,
    origin: [0, 0, 0],
    camera: { position: [x, 1.25, 1e-7], target: [0, 0, 0], projection: 'perspective' },
    sections: [{ point: [0, 3, 0], normal: [0, 1, 0] }],
    hidden,
  });
const sha = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const model = async (name: string, projectId = world.projectId): Promise<{ fileId: number; modelId: number }> => {
  const { id: fileId } = await buildFile(app, { projectId, by: world.manager.id, name, bytes: name });
  const { rows } = await app.platform.db.pool.query('select id from model where file_id = $1', [fileId]);
  return { fileId, modelId: rows[0].id as number };
};
const viewpoint = async (modelId: number, name: string, by: Signed = world.designer): Promise<number> => {
  const given = { model_id: modelId, name, state: stateOf(1), thumb: jpegOf(320, 200).toString('base64') };
  const answer = await world.call(models.viewpointAdd, given, by);
  expect(answer.code, answer.msg).toBe(0);
  return answer.data.id as number;
};
const handIn = (taskId: number, ids: readonly number[]) =>
  world.act(submit, taskId, world.designer, { viewpoint_ids: ids });
const handed = async (id: number, round: number, by: Signed = world.proofreader): Promise<Row[]> =>
  ((await world.call(calls.index, { id }, by)).data.viewpoints as Row[]).filter((row) => row.round === round);
const raw = (path: string, id: number, by: Signed) =>
  app.app.inject({ method: 'GET', url: `${path}?id=${id}`, headers: { 'x-token': by.token } });
/** A digest of everything that a reviewer sees of a handed-in viewpoint. */
const seen = async (id: number, by: Signed = world.proofreader): Promise<string> => {
  const info = await world.call(handedViewpointInfo, { id }, by);
  const picture = await raw(handedViewpointThumb.path, id, by);
  expect([info.code, picture.statusCode, picture.headers['content-type']]).toEqual([0, 200, 'image/jpeg']);
  return sha(JSON.stringify(info.data) + sha(picture.rawPayload));
};

describe('a submission with viewpoints', () => {
  it('keeps view and picture through every change of viewpoint and model', async () => {
    const task = await world.started();
    const { fileId, modelId } = await model('塔楼.ifc');
    const id = await viewpoint(modelId, '核心筒');
    const answer = await handIn(task, [id]);
    expect(answer.code, answer.msg).toBe(0);
    const [row] = await handed(task, 1);
    expect(row).toMatchObject({ name: '核心筒', model_name: '塔楼.ifc', viewpoint_id: id, can_open: true });
    const first = await seen(row?.id as number);
    const { data } = await world.call(handedViewpointInfo, { id: row?.id }, world.proofreader);
    expect(data.state).toMatchObject(JSON.parse(stateOf(1)) as object);
    const edit = { id, version: 1, name: '改名', state: stateOf(9, ['x']), thumb: jpegOf(64, 64).toString('base64') };
    const changes: (() => Promise<{ code: number; msg: string }>)[] = [
      () => world.call(models.viewpointEdit, edit, world.designer),
      async () => {
        // A newer version of the model: the file has another one.
        await app.platform.db.pool.query(
          `insert into model_version (enterprise_id, model_id, file_version_id, version_no, status, source_sha256, source_bytes)
           select enterprise_id, model_id, file_version_id, version_no + 1, status, repeat('0', 64), 1 from model_version where model_id = $1`,
          [modelId],
        );
        return { code: 0, msg: '' };
      },
      () => world.call(models.viewpointDel, { id }, world.designer),
      () => world.call(deleteFiles, { file_ids: [fileId] }, world.manager),
    ];
    for (const change of changes) {
      const done = await change();
      expect(done.code, done.msg).toBe(0);
      expect(await seen(row?.id as number)).toBe(first);
    }
    expect((await handed(task, 1))[0]).toMatchObject({ name: '核心筒', digest: row?.digest, can_open: false });
  });

  it('of a second round differs by view, not by name, and both rounds stay', async () => {
    const task = await world.started();
    const { modelId } = await model('裙房.ifc');
    const [moved, still] = [await viewpoint(modelId, '楼梯间'), await viewpoint(modelId, '走廊')];
    await handIn(task, [moved, still]);
    const seat_id = await world.assignmentOf(task, world.proofreader.id);
    await world.call(notPass, { seat_id, comment: '净高不足', to: 'starter' }, world.proofreader);
    await world.call(
      models.viewpointEdit,
      { id: moved, version: 1, name: '楼梯间', state: stateOf(5) },
      world.designer,
    );
    await world.call(models.viewpointEdit, { id: still, version: 1, name: '走廊二' }, world.designer);
    const again = await handIn(task, [moved, still]);
    expect(again.code, again.msg).toBe(0);
    const [one, two] = [await handed(task, 1), await handed(task, 2)];
    expect(one.map(({ name }) => name)).toEqual(['楼梯间', '走廊']);
    expect(two.map(({ name, digest }, index) => [name, digest === one[index]?.digest])).toEqual([
      ['楼梯间', false],
      ['走廊二', true],
    ]);
  });

  it('is refused as a whole for a viewpoint that is gone, of another project, or among too many', async () => {
    const task = await world.started();
    const { modelId } = await model('地下室.ifc');
    const [kept, gone] = [await viewpoint(modelId, '坡道'), await viewpoint(modelId, '集水坑')];
    await world.call(models.viewpointDel, { id: gone }, world.designer);
    const answer = await handIn(task, [kept, gone]);
    expect([answer.code, answer.data.field, answer.msg]).toEqual([1006, 'viewpoint_ids.1', '视点“集水坑”已被删除']);
    const { id: otherId } = await buildProject(app, {
      managerId: world.manager.id,
      members: [{ id: world.designer.id, roles: ['designer'] }],
    });
    const foreign = await viewpoint((await model('别处.ifc', otherId)).modelId, '别处');
    const other = await handIn(task, [kept, foreign]);
    expect([other.code, other.data.field]).toEqual([1006, 'viewpoint_ids.1']);
    expect(
      (
        await handIn(
          task,
          Array.from({ length: 51 }, () => kept),
        )
      ).code,
    ).toBe(1001);
    expect(await handed(task, 1)).toEqual([]);
    expect((await world.read(task)).status).toBe('in_progress');
    const done = await handIn(task, [kept, kept]);
    expect(done.code, done.msg).toBe(0);
    expect(await handed(task, 1)).toHaveLength(1);
  });

  it('gives readers of the task name and picture without the model, and strangers nothing', async () => {
    const added = await world.call(memberAdd, { project_id: world.projectId, user_ids: [guest.id] }, world.manager);
    expect(added.code, added.msg).toBe(0);
    const task = await world.started({ cc_ids: [guest.id] });
    const { modelId } = await model('报告厅.ifc');
    await handIn(task, [await viewpoint(modelId, '声场')]);
    const [row] = await handed(task, 1, guest);
    expect(row).toMatchObject({ name: '声场', can_open: false });
    expect((await world.call(models.modelInfo, { id: modelId }, guest)).code).toBe(444);
    const id = row?.id as number;
    await seen(id, guest);
    for (const call of [handedViewpointInfo.path, handedViewpointThumb.path]) {
      const [mine, theirs] = [await raw(call, id, world.reviewer), await raw(call, id, world.stranger)];
      const missing = await raw(call, 999_999, world.stranger);
      expect(mine.statusCode).toBe(200);
      expect([theirs.statusCode, theirs.body]).toEqual([missing.statusCode, missing.body]);
      expect(theirs.body).not.toContain('声场');
    }
    const log = await app.platform.db.pool.query(
      `select target_kind, after from action_log where event = 'attachments.viewpointsHandedIn' order by id desc limit 1`,
    );
    expect(log.rows[0]).toMatchObject({ target_kind: 'task', after: { names: ['声场'] } });
  });
});

describe('the viewpoints to choose from', () => {
  it('are those of the models that the caller sees, by name of viewpoint or model', async () => {
    const { modelId } = await model('食堂.ifc');
    await viewpoint(modelId, '售饭口');
    const find = async (word: string, by: Signed = world.designer) => {
      const { code, data } = await world.call(models.viewpointOfProject, { project_id: world.projectId, word }, by);
      return code === 0 ? (data.list as { name: string; model_name: string }[]).map(({ name }) => name) : code;
    };
    expect(await find('售饭')).toEqual(['售饭口']);
    expect(await find('食堂')).toEqual(['售饭口']);
    expect(await find('%')).toEqual([]);
    expect(await find('', world.stranger)).toBe(444);
  });
});
