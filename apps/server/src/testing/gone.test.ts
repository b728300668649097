import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import type { Endpoint } from '@prdm/contract/kit';
import * as models from '@prdm/contract/models';
import * as tasks from '@prdm/contract/tasks';
import { asPerson, buildFile, buildFolder, theEnterprise } from './worlds/builders.ts';
import { startApp, type TestApp } from './servers/start-app.ts';
import { taskWorld, type TaskWorld } from './worlds/task-world.ts';
import { authorizedBySystem } from '../platform/ids/authorized-by-system.ts';

/**
 * A record that is deleted while a user views it. A user who could see it gets 1006 and stays on the page. All others
 * get the answer for an unknown id (444). A hidden record answers the same.
 */
let app: TestApp;
let world: TaskWorld;
let enterpriseId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  enterpriseId = await theEnterprise(app);
});
afterAll(() => app.stop());

const NEVER = 987_654_321;

/**
 * The answers to the manager, who could see the record, and to an outsider: for a deleted record and for an unknown
 * id.
 */
async function answersOf(endpoint: Endpoint, field: string, gone: number, rest: object = {}) {
  const ask = async (id: number, who: { token: string }) =>
    (await world.call(endpoint, { [field]: id, ...rest }, who)).code;
  return {
    member: await ask(gone, world.manager),
    outsider: await ask(gone, world.stranger),
    never: [await ask(NEVER, world.manager), await ask(NEVER, world.stranger)],
  };
}

describe('a record deleted a moment ago', () => {
  const wanted = { member: 1006, outsider: 444, never: [444, 444] };

  it('a task', async () => {
    const id = await world.draft();
    expect((await world.act(tasks.del, id, world.lead)).code).toBe(0);
    expect(await answersOf(tasks.publish, 'id', id, { version: 1 })).toEqual(wanted);
    expect((await world.call(tasks.info, { id }, world.manager)).code).toBe(404);
    // A deleted draft stays hidden from a member who could not see it.
    expect((await world.call(tasks.info, { id }, world.member)).code).toBe(444);
  });

  it('a task of another project, existing, deleted or unknown, answers the same to a non-member', async () => {
    const lives = await world.published();
    const dies = await world.draft();
    await world.act(tasks.del, dies, world.lead);
    const calls = [lives, dies, NEVER].map((id) => world.call(tasks.start, { id, version: 1 }, world.stranger));
    const answers = (await Promise.all(calls)).map(({ code, msg, data }) => JSON.stringify({ code, msg, data }));
    expect(new Set(answers).size).toBe(1);
  });

  it('a file, a folder and its content', async () => {
    const { projectId } = world;
    const by = world.manager.id;
    const folder = await buildFolder(app, { projectId, by });
    const inside = await buildFile(app, { projectId, by, folderId: folder });
    const file = await buildFile(app, { projectId, by });
    const caller = await asPerson(app, enterpriseId, by);
    await app.modules.files.calls.del(caller, {
      folders: [authorizedBySystem({ id: folder }, projectId)],
      files: [authorizedBySystem(file, projectId)],
    });
    for (const id of [file.id, inside.id]) expect(await answersOf(files.info, 'file_id', id)).toEqual(wanted);
    expect(await answersOf(files.info, 'folder_id', folder)).toEqual(wanted);
    expect(await answersOf(files.mkdir, 'pid', folder, { name: '新文件夹' })).toEqual(wanted);
  });

  it('a model with its file, a viewpoint and a comment alone', async () => {
    const { projectId, manager } = world;
    const file = await buildFile(app, { projectId, by: manager.id, name: '楼.ifc', bytes: 'not read here' });
    const [model] = await app.modules.models.list(enterpriseId, projectId);
    if (!model) throw new Error('an .ifc made no model');
    const state = {
      version: 1,
      origin: [0, 0, 0],
      camera: { position: [1, 1, 1], target: [0, 0, 0], projection: 'perspective' },
    };
    const added = await world.call(
      models.viewpointAdd,
      { model_id: model.id, name: '视点', state: JSON.stringify(state) },
      manager,
    );
    const comment = await world.call(models.viewpointComment, { id: added.data.id, content: '看这里' }, manager);
    await world.call(models.viewpointCommentDel, { id: comment.data.id }, manager);
    expect(await answersOf(models.viewpointCommentDel, 'id', comment.data.id)).toEqual(wanted);
    await world.call(models.viewpointDel, { id: added.data.id }, manager);
    expect(await answersOf(models.viewpointInfo, 'id', added.data.id)).toEqual(wanted);
    const caller = await asPerson(app, enterpriseId, manager.id);
    await app.modules.files.calls.del(caller, { folders: [], files: [authorizedBySystem(file, projectId)] });
    expect(await answersOf(models.modelReparse, 'id', model.id)).toEqual(wanted);
  });
});
