import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '@prdm/contract/models';
import { memberDel } from '@prdm/contract/projects';
import { buildFolder } from '../../testing/worlds/builders.ts';
import { modelWorld, type ModelWorld } from '../../testing/worlds/model-world.ts';
import { jpegOf } from '../../testing/worlds/pictures.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';

/** No conversion runs here. The tests write the states. */
let app: TestApp;
let world: ModelWorld;
const JPEG = jpegOf(480, 300).toString('base64');
const STATE = JSON.stringify({
  version: 1,
  origin: [0, 0, 0],
  camera: { position: [1, 1, 1], target: [0, 0, 0], projection: 'perspective' },
});

beforeAll(async () => {
  app = await startApp({ works: false });
  world = await modelWorld(app);
}, 60_000);
afterAll(() => app.stop());

type Who = keyof ModelWorld['tokens'];
type Row = { id: number; name: string; version: number; comment_count: number; can: { edit: boolean; del: boolean } };
const as = (who: Who) => ({ token: world.tokens[who] });
const add = async (model_id: number, name: string, who: Who = 'designer'): Promise<number> =>
  (await app.call(contract.viewpointAdd, { model_id, name, state: STATE }, as(who))).data.id;
const list = (model_id: number, input: object = {}, who: Who = 'designer') =>
  app.call(contract.viewpointIndex, { model_id, ...input }, as(who));
const rows = async (model_id: number, input: object = {}, who: Who = 'designer'): Promise<Row[]> =>
  (await list(model_id, input, who)).data.list;
const names = async (...given: Parameters<typeof rows>) => (await rows(...given)).map(({ name }) => name);

describe('the viewpoints of a model', () => {
  it('[EN-029] are listed, edited and deleted', async () => {
    const { modelId } = await world.upload('甲.ifc', 'x');
    const id = await add(modelId, '走廊');
    expect(await rows(modelId)).toMatchObject([{ id, name: '走廊', version: 1, can: { edit: true, del: true } }]);
    const edit = { id, version: 1, name: '走廊净高' };
    expect((await app.call(contract.viewpointEdit, edit, as('designer'))).code).toBe(0);
    expect(await rows(modelId)).toMatchObject([{ id, name: '走廊净高', version: 2 }]);
    expect((await app.call(contract.viewpointDel, { id }, as('designer'))).code).toBe(0);
    expect((await list(modelId)).data).toMatchObject({ list: [], total: 0 });
    expect((await app.call(contract.viewpointInfo, { id }, as('designer'))).code).toBe(1006);
  });

  it('are listed newest first in pages, and counted without deleted ones and those of other models', async () => {
    const [{ modelId }, other] = [await world.upload('乙.ifc', 'x'), await world.upload('丙.ifc', 'x')];
    await add(other.modelId, '别处');
    const ids: number[] = [];
    for (const name of ['一', '二', '三', '四', '五']) ids.push(await add(modelId, name));
    await app.call(contract.viewpointDel, { id: ids[3] }, as('designer'));
    expect(await names(modelId)).toEqual(['五', '三', '二', '一']);
    expect((await list(modelId, { size: 3 })).data).toMatchObject({ total: 4, page: 1, size: 3 });
    expect(await names(modelId, { size: 3 })).toEqual(['五', '三', '二']);
    expect(await names(modelId, { size: 3, page: 2 })).toEqual(['一']);
    const { data } = await list(modelId, { size: 1, ispage: 'not' });
    expect(data.list).toHaveLength(4);
    expect(data).toEqual({ list: data.list, total: 4 });
  });

  it('return their author, the number of comments and the right to change them', async () => {
    const { modelId } = await world.upload('丁.ifc', 'x');
    await add(modelId, '经理的', 'manager');
    const mine = await add(modelId, '设计人的');
    for (const content of ['一', '二']) await app.call(contract.viewpointComment, { id: mine, content }, as('manager'));
    const { data } = await app.call(contract.viewpointInfo, { id: mine }, as('manager'));
    await app.call(contract.viewpointCommentDel, { id: data.comments[0].id }, as('manager'));
    const seen = async (who: Who) =>
      (await rows(modelId, {}, who)).map(({ name, comment_count, can }) => [name, comment_count, can.edit, can.del]);
    expect(await seen('designer')).toEqual([
      ['设计人的', 1, true, true],
      ['经理的', 0, false, false],
    ]);
    expect(await seen('manager')).toEqual([
      ['设计人的', 1, true, true],
      ['经理的', 0, true, true],
    ]);
    expect(await rows(modelId, {}, 'partner')).toMatchObject([
      { created_by_name: expect.any(String), can: { edit: false } },
      { created_by: world.manager.id, created_by_name: world.manager.name, can: { edit: false } },
    ]);
  });

  it('are listed only to users who may view the file', async () => {
    const folder = await buildFolder(app, { projectId: world.projectId, by: world.manager.id, name: '给客人' });
    const { modelId } = await world.upload('戊.ifc', 'x', folder);
    await add(modelId, '视点', 'manager');
    const onPage = { project_id: world.projectId };
    expect((await list(modelId, onPage, 'guest')).code).toBe(1006);
    await world.give(folder, ['view']);
    expect(await names(modelId, onPage, 'guest')).toEqual(['视点']);
    await world.give(folder, []);
    expect((await list(modelId, onPage, 'guest')).code).toBe(1006);
    expect((await list(modelId, {}, 'stranger')).code).toBe(444);
  });
});

describe('a project that is archived during a call', () => {
  it('accepts no write: viewpoint, comment, picture and parsing answer 443', async () => {
    const { modelId } = await world.upload('归档.ifc', 'x');
    await app.platform.db.pool.query(`update model_version set status = 'failed' where model_id = $1`, [modelId]);
    const v = (await app.call(contract.modelInfo, { id: modelId }, as('designer'))).data.version_id as number;
    const viewpoint = await add(modelId, '视点');
    const said = await app.call(contract.viewpointComment, { id: viewpoint, content: '一' }, as('designer'));
    const state = async () =>
      (
        await app.platform.db.pool.query(
          `select (select json_agg(v order by v.id) from viewpoint v) as viewpoints, (select json_agg(c order by c.id) from viewpoint_comment c) as comments,
             (select json_agg(m order by m.id) from model_version m) as versions, (select json_agg(m order by m.id) from model m) as models, (select count(*) from action_log) as lines`,
        )
      ).rows[0];
    const before = await state();
    const archived = (to: string) => `update project set status = '${to}' where id = ${world.projectId}`;
    const calls: (() => Promise<{ code: number }>)[] = [
      () => app.call(contract.viewpointAdd, { model_id: modelId, name: '新', state: STATE }, as('designer')),
      () => app.call(contract.viewpointEdit, { id: viewpoint, version: 1, name: '改' }, as('designer')),
      () => app.call(contract.viewpointComment, { id: viewpoint, content: '二' }, as('designer')),
      () => app.call(contract.viewpointCommentDel, { id: said.data.id }, as('designer')),
      () => app.call(contract.viewpointDel, { id: viewpoint }, as('designer')),
      () => app.call(contract.modelThumbAdd, { id: modelId, v, thumb: JPEG }, as('designer')),
      () => app.call(contract.modelThumbSet, { id: modelId, thumb: JPEG }, as('designer')),
      () => app.call(contract.modelReparse, { id: modelId }, as('designer')),
    ];
    for (const call of calls) {
      // The call is authorised while the project is open. The archiving commits before the call writes.
      const [{ code }] = await whileLocked(app, archived('archived'), [call], () => Promise.resolve());
      expect(code).toBe(443);
      await app.platform.db.pool.query(archived('ongoing'));
    }
    expect(await state()).toEqual(before);
  });
});

describe('a user who was removed from the project', () => {
  it('learns of the removal for the id of a model, a viewpoint and a comment, and a stranger does not', async () => {
    const { modelId } = await world.upload('移出.ifc', 'x');
    const viewpoint = await add(modelId, '视点');
    const { data } = await app.call(contract.viewpointComment, { id: viewpoint, content: '一' }, as('designer'));
    const member = world.guest.id;
    const answers = async (who: Who) => {
      const calls = [
        await app.call(contract.modelInfo, { id: modelId }, as(who)),
        await list(modelId, {}, who),
        await app.call(contract.viewpointInfo, { id: viewpoint }, as(who)),
        await app.call(contract.viewpointCommentDel, { id: data.id }, as(who)),
        await app.call(contract.modelInfo, { id: 987_654_321 }, as(who)),
        await app.call(contract.viewpointInfo, { id: 987_654_321 }, as(who)),
        await app.call(contract.viewpointCommentDel, { id: 987_654_321 }, as(who)),
      ];
      return calls.map(({ code, msg }) => `${code} ${msg}`);
    };
    const [removed, never] = ['444 您已被移出该项目', '444 您不在该项目中'];
    await app.call(memberDel, { project_id: world.projectId, user_id: member }, as('manager'));
    expect(await answers('guest')).toEqual([removed, removed, removed, removed, never, never, never]);
    expect(new Set(await answers('stranger'))).toEqual(new Set([never]));
  });
});
