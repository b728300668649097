import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '@prdm/contract/models';
import { modelWorld, type ModelWorld } from '../../testing/worlds/model-world.ts';
import { jpegOf } from '../../testing/worlds/pictures.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';

/** No conversion runs here. The tests only need the model row. */
let app: TestApp;
let world: ModelWorld;
let modelId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await modelWorld(app);
  modelId = (await world.upload('甲.ifc', 'x')).modelId;
}, 60_000);
afterAll(() => app.stop());

const PICTURES = [jpegOf(480, 300), jpegOf(300, 480)].map((bytes) => bytes.toString('base64')) as [string, string];
const seen = (x: number, more: object = {}) =>
  JSON.stringify({
    version: 1,
    origin: [0, 0, 0],
    camera: { position: [x, 1, 1], target: [-0, 0, 0], projection: 'perspective' },
    ...more,
  });
const as = () => ({ token: world.tokens.designer });
const add = async (): Promise<number> =>
  (
    await app.call(
      contract.viewpointAdd,
      { model_id: modelId, name: '走廊', state: seen(1, { hidden: ['2O2Fr$t4X7Zf8NOew3FLOH'] }), thumb: PICTURES[0] },
      as(),
    )
  ).data.id;
const edit = (id: number, version: number, change: object) =>
  app.call(contract.viewpointEdit, { id, version, name: '走廊', ...change }, as());
const del = (id: number, version?: number) => app.call(contract.viewpointDel, { id, version }, as());
const isThere = async (id: number): Promise<boolean> =>
  (await app.call(contract.viewpointInfo, { id }, as())).code === 0;

it('the action log names the changed fields of a viewpoint, and of the picture only the fact', async () => {
  const id = await add();
  const hidden = { hidden: ['2O2Fr$t4X7Zf8NOew3FLOH'] };
  const changes: readonly [change: object, changed: string[]][] = [
    [{ state: seen(1, hidden), thumb: PICTURES[0] }, []],
    [{ state: seen(2, hidden) }, ['state']],
    [{ thumb: PICTURES[1] }, ['thumb']],
    [{ name: '走廊净高' }, ['name']],
    [{ name: '走廊', state: seen(2), thumb: PICTURES[0] }, ['name', 'state', 'thumb']],
  ];
  for (const [index, [change]] of changes.entries()) expect((await edit(id, index + 1, change)).code).toBe(0);
  const { rows } = await app.platform.db.pool.query(
    `select before, after from action_log where event = 'viewpoint.edited' and target_id = $1 order by id`,
    [id],
  );
  expect(rows.map(({ after }) => after.changed)).toEqual(changes.map(([, changed]) => changed));
  expect(rows[3]).toEqual({ before: { name: '走廊' }, after: { name: '走廊净高', changed: ['name'] } });
  expect(rows[4]).toMatchObject({ before: { name: '走廊净高' }, after: { name: '走廊' } });
  expect(JSON.stringify(rows).length).toBeLessThan(1000);
});

describe('deleting a viewpoint', () => {
  it('with a stale version answers 1009 and keeps it', async () => {
    const id = await add();
    expect((await edit(id, 1, { name: '走廊净高' })).code).toBe(0);
    expect((await del(id, 1)).code).toBe(1009);
    expect(await isThere(id)).toBe(true);
    expect((await del(id, 2)).code).toBe(0);
    expect(await isThere(id)).toBe(false);
  });

  it('without a version deletes it in any state', async () => {
    const id = await add();
    expect((await edit(id, 1, { name: '走廊净高' })).code).toBe(0);
    expect((await del(id)).code).toBe(0);
    expect(await isThere(id)).toBe(false);
  });

  it.each([
    ['changed', `update viewpoint set name = '改', version = version + 1 where id = `, 1009],
    ['deleted', 'update viewpoint set deleted_at = now() where id = ', 1006],
  ])('answers its code when it is %s during the call', async (_what, meanwhile, code) => {
    const id = await add();
    const [answer] = await whileLocked(app, `${meanwhile}${id}`, [() => del(id, 1)], () => Promise.resolve());
    expect(answer.code).toBe(code);
  });
});
