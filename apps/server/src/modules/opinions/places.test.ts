import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as calls from '@prdm/contract/processes/opinions';
import { taskAttachments } from '@prdm/contract/tasks/attachments';
import { submit } from '@prdm/contract/tasks';
import { buildFile, buildPerson, buildProject, PASSWORD } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { buildProcess } from '../../testing/worlds/approvals.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

/* Opinions of tasks, on their files and on the models of their project. */
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const VIEW = {
  version: 1,
  origin: [0, 0, 0],
  camera: { position: [1, 2, 3], target: [0, 0, 0], projection: 'perspective' },
  selection: ['2O2Fr$t4X7Zf8NOew3FLOH'],
};
const STORED = { ...VIEW, sections: [], hidden: [], isolated: null, spaces: false };
const GUID = '2O2Fr$t4X7Zf8NOew3FLOH';

const processOf = async (taskId: number): Promise<number> =>
  (await world.read(taskId, world.manager)).process.process_id as number;
const add = (process_id: number, more: object, by = world.proofreader) =>
  world.call(calls.opinionAdd, { process_id, grade: 'technical', text: '见图', ...more }, by);
const info = async (id: number, by = world.designer) => (await world.call(calls.opinionInfo, { id }, by)).data;
/** A model of a project. Its bytes do not matter here. */
async function modelIn(projectId: number, by: number, folderId?: number) {
  const name = `模型${Math.random().toString(36).slice(2)}.ifc`;
  const file = await buildFile(app, { projectId, by, name, bytes: 'no model', folderId });
  const { rows } = await app.platform.db.pool.query(
    'select m.id, v.id as version_id from model m join model_version v on v.model_id = m.id where m.file_id = $1',
    [file.id],
  );
  return { name, modelId: rows[0].id as number, version_id: rows[0].version_id as number };
}

/** A task that was handed in with one file: its id, its process, and the attachment of the round. */
async function handedIn() {
  const id = await world.started();
  const file = await buildFile(app, {
    projectId: world.projectId,
    by: world.manager.id,
    name: `图${id}.pdf`,
    bytes: `图${id}`,
  });
  const own = await world.call(taskAttachments.attach, { id, files: [{ file_id: file.id }] }, world.designer);
  const { code, msg } = await world.act(submit, id, world.designer, { attachment_ids: own.data.ids });
  if (code !== 0) throw new Error(msg);
  const list = (await world.call(taskAttachments.index, { id }, world.designer)).data.list as {
    id: number;
    round: number;
  }[];
  const frozen = list.find(({ round }) => round > 0)?.id ?? 0;
  return { id, process: await processOf(id), frozen, name: `图${id}.pdf` };
}

describe('a file of the round', () => {
  it('is named with its page, and stays named when it is gone', async () => {
    const task = await handedIn();
    const { code, data } = await add(task.process, { place: 'file', attachment_id: task.frozen, page: 3 });
    expect(code).toBe(0);
    expect((await info(data.id)).place).toEqual({
      kind: 'file',
      name: '',
      model: null,
      guid: null,
      file: { id: task.frozen, name: task.name, page: 3 },
    });
    const whole = await add(task.process, { place: 'file', attachment_id: task.frozen });
    expect((await info(whole.data.id)).place.file).toMatchObject({ page: null });
  });

  it('of another task is not found, at its field', async () => {
    const [task, other] = [await handedIn(), await handedIn()];
    const { code, data } = await add(task.process, { place: 'file', attachment_id: other.frozen });
    expect([code, data.field]).toEqual([1006, 'attachment_id']);
    expect(await add(task.process, { place: 'file', attachment_id: task.frozen, page: 0 })).toMatchObject({
      code: 1001,
      data: { field: 'page' },
    });
  });
});

describe('a view of a model and a component', () => {
  it('keep their own copy of the view', async () => {
    const process = await processOf(await world.submitted());
    const model = await modelIn(world.projectId, world.manager.id);
    const view = JSON.stringify(VIEW);
    const seen = await add(process, { place: 'viewpoint', place_name: '三层', version_id: model.version_id, view });
    expect(await info(seen.data.id)).toMatchObject({
      place: {
        kind: 'viewpoint',
        name: '三层',
        model: { id: model.modelId, name: model.name, version_id: model.version_id, version_no: 1 },
        guid: null,
        file: null,
      },
      view: STORED,
    });
    const part = await add(process, { place: 'component', version_id: model.version_id, view, guid: GUID });
    expect(await info(part.data.id)).toMatchObject({ place: { kind: 'component', guid: GUID }, view: STORED });
    // The list does not carry the views.
    const { data } = await world.call(calls.opinionIndex, { process_id: process }, world.designer);
    expect(JSON.stringify(data)).not.toContain('camera');
  });

  it('of another project or out of sight are not found, at their field', async () => {
    const process = await processOf(await world.submitted());
    const { id: elsewhere } = await buildProject(app, {
      managerId: world.manager.id,
      members: [{ id: world.proofreader.id, roles: ['proofreader'] }],
    });
    const foreign = await modelIn(elsewhere, world.manager.id);
    const view = JSON.stringify(VIEW);
    const answer = await add(process, { place: 'viewpoint', version_id: foreign.version_id, view });
    expect([answer.code, answer.data.field]).toEqual([1006, 'version_id']);
    const given = { project_id: world.projectId, place: 'viewpoint', version_id: 987_654_321, view };
    const missing = await add(process, given);
    expect([missing.code, missing.data.field]).toEqual([1006, 'version_id']);
  });

  it('in a folder out of sight are not found', async () => {
    const guest = await buildPerson(app);
    const token = await app.signIn(guest.account, PASSWORD);
    const { id: projectId } = await buildProject(app, {
      managerId: world.manager.id,
      members: [{ id: guest.id, roles: [] }],
    });
    const hidden = await modelIn(projectId, world.manager.id);
    const { id: process_id } = await buildProcess(app, {
      starter: world.designer,
      projectId,
      stages: [{ by: [guest] }],
    });
    const given = {
      place: 'viewpoint',
      version_id: hidden.version_id,
      view: JSON.stringify(VIEW),
      project_id: projectId,
    };
    const { code, data } = await add(process_id, given, { ...guest, token });
    expect([code, data.field]).toEqual([1006, 'version_id']);
    expect((await add(process_id, { project_id: projectId }, { ...guest, token })).code).toBe(0);
  });

  it('without a part of their place are refused at the field', async () => {
    const process = await processOf(await world.submitted());
    const { version_id } = await modelIn(world.projectId, world.manager.id);
    const view = JSON.stringify(VIEW);
    for (const [more, field] of [
      [{ place: 'viewpoint', version_id }, 'view'],
      [{ place: 'component', version_id, view }, 'guid'],
      [{ place: 'viewpoint', version_id, view, guid: GUID }, 'guid'],
      [{ place: 'text', version_id }, 'version_id'],
      [{ place: 'file', version_id, view }, 'attachment_id'],
    ] as const)
      expect(await add(process, more)).toMatchObject({ code: 1001, data: { field } });
  });
});

describe('opinions of a task', () => {
  it('an archived project allows nothing', async () => {
    const task = await handedIn();
    const { data } = await add(task.process, {});
    await app.platform.db.pool.query(`update project set status = 'archived' where id = $1`, [world.projectId]);
    const answers = [
      await add(task.process, {}),
      await world.call(calls.opinionReply, { id: data.id, version: 1, text: '已改' }, world.designer),
      await world.call(calls.opinionIndex, { process_id: task.process }, world.designer),
    ];
    await app.platform.db.pool.query(`update project set status = 'ongoing' where id = $1`, [world.projectId]);
    expect(answers.map(({ code }) => code)).toEqual([443, 443, 443]);
  });

  it('an outsider of the project, and a member without a part in the review', async () => {
    const task = await handedIn();
    const { data } = await add(task.process, {});
    const reply = { id: data.id, version: 1, text: '已改' };
    expect((await world.call(calls.opinionIndex, { process_id: task.process }, world.stranger)).code).toBe(1006);
    expect((await world.call(calls.opinionReply, reply, world.stranger)).code).toBe(1006);
    // The professional leader reads every review of the project.
    expect((await world.call(calls.opinionReply, reply, world.lead)).code).toBe(1005);
    expect((await world.call(calls.opinionReply, reply, world.designer)).code).toBe(0);
  });

  it('an author who checks a later stage ends no opinion of others', async () => {
    const id = await world.submitted({
      executor_ids: [world.designer.id, world.reviewer.id],
    });
    const process = await processOf(id);
    const { data } = await add(process, { grade: 'principle' });
    expect((await world.call(calls.opinionClose, { id: data.id, version: 1 }, world.reviewer)).code).toBe(1005);
    expect((await world.call(calls.opinionReply, { id: data.id, version: 1, text: '已改' }, world.reviewer)).code).toBe(
      0,
    );
    expect((await world.call(calls.opinionClose, { id: data.id, version: 2 }, world.proofreader)).code).toBe(0);
    expect((await world.passStage(id, world.proofreader)).code).toBe(0);
  });
});

describe('the check record sheet', () => {
  it('has all rounds with their signatures, and all opinions by number', async () => {
    const id = await world.submitted();
    const process = await processOf(id);
    const first = await add(process, { grade: 'principle' });
    await add(process, {}, world.reviewer);
    await world.call(calls.opinionClose, { id: first.data.id, version: 1, text: '已核对' }, world.proofreader);
    await world.passStage(id, world.proofreader);
    const { code, data } = await world.call(calls.opinionRecord, { process_id: process }, world.designer);
    expect(code).toBe(0);
    const task = await world.read(id);
    expect(data).toMatchObject({
      name: task.title,
      project: { name: expect.any(String), number: expect.any(String) },
      authors: [{ id: world.designer.id, name: '李设计' }],
      rounds: [
        {
          round: 1,
          starter: { id: world.designer.id },
          signatures: [
            {
              position: 1,
              stage_name: '校对',
              user: { name: '孙校对' },
              for_user: null,
              result: 'passed',
              at: expect.any(String),
            },
            { position: 2, stage_name: '审核', user: { name: '周审核' }, for_user: null, result: 'waiting', at: null },
          ],
        },
      ],
    });
    expect(data.enterprise_name).not.toBe('');
    expect(data.project.number).not.toBe('');
    expect(data.opinions.map(({ no, state }: calls.OpinionRow) => `${no} ${state}`)).toEqual(['1 closed', '2 open']);
    expect((await world.call(calls.opinionRecord, { process_id: process }, world.stranger)).code).toBe(404);
  });
});
