import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '@prdm/contract/models';
import { buildFolder } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { modelWorld, type ModelWorld } from '../../testing/worlds/model-world.ts';

/** No conversion runs here. The tests write the states. */
let app: TestApp;
let world: ModelWorld;
let folderId: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  world = await modelWorld(app);
  const { projectId, manager } = world;
  folderId = await buildFolder(app, { projectId, by: manager.id, name: '结构专业' });
  const hidden = await buildFolder(app, { projectId, by: manager.id, name: '不给看' });
  for (const [name, size, status, place] of [
    ['主楼10.ifc', 30, 'parsed', folderId],
    ['主楼2.ifc', 50, 'parsed', folderId],
    ['地下室.ifc', 10, 'failed', folderId],
    ['保密楼.ifc', 40, 'parsed', hidden],
    ['Annex A.IFC', 20, 'parsing', folderId],
  ] as const) {
    const { modelId } = await world.upload(name, 'x'.repeat(size), place);
    await app.platform.db.pool.query('update model_version set status = $2 where model_id = $1', [modelId, status]);
  }
  await world.give(folderId, ['view']);
}, 60_000);
afterAll(() => app.stop());

const listed = (input: object = {}, token = world.tokens.manager) =>
  app.call(contract.modelIndex, { project_id: world.projectId, ...input }, { token });
const names = async (input: object = {}, token = world.tokens.manager) =>
  (await listed(input, token)).data.list.map(({ name }: { name: string }) => name);

describe('the list of models', () => {
  it('returns author, size, time and folder of the newest version', async () => {
    const { data } = await listed({ word: '主楼2' });
    expect(data.list).toMatchObject([
      {
        name: '主楼2.ifc',
        uploader: world.manager.name,
        size: 50,
        folder_id: folderId,
        folder_name: '结构专业',
        thumb: null,
        uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    ]);
  });

  it('is sorted by time, by name with numbers by value, or by size', async () => {
    expect(await names()).toEqual(['Annex A.IFC', '保密楼.ifc', '地下室.ifc', '主楼2.ifc', '主楼10.ifc']);
    expect(await names({ sort: 'name', order: 'asc' })).toEqual([
      '保密楼.ifc',
      '地下室.ifc',
      '主楼2.ifc',
      '主楼10.ifc',
      'Annex A.IFC',
    ]);
    expect(await names({ sort: 'size' })).toEqual([
      '主楼2.ifc',
      '保密楼.ifc',
      '主楼10.ifc',
      'Annex A.IFC',
      '地下室.ifc',
    ]);
  });

  it('is filtered by a word and by the state, and counts the matches', async () => {
    expect(await names({ word: 'annex' })).toEqual(['Annex A.IFC']);
    expect((await listed({ word: '主楼', status: 'failed' })).data).toMatchObject({ list: [], total: 0 });
    expect((await listed({ word: '楼', status: 'parsed', size: 1, page: 2 })).data).toMatchObject({
      list: [{ name: '主楼2.ifc' }],
      total: 3,
      page: 2,
      size: 1,
    });
    expect((await listed({ status: 'lost' })).code).toBe(1001);
  });

  it('shows and counts nothing of folders that are hidden from the reader', async () => {
    const { guest, partner, stranger } = world.tokens;
    expect((await listed({ word: '楼' }, partner)).data.total).toBe(3);
    expect((await listed({ word: '楼' }, guest)).data).toMatchObject({
      list: [{ name: '主楼2.ifc' }, { name: '主楼10.ifc' }],
      total: 2,
    });
    expect((await listed({ word: '保密' }, guest)).data).toMatchObject({ list: [], total: 0 });
    expect((await listed({}, stranger)).code).toBe(444);
  });
});
