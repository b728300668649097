import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '@prdm/contract/models';
import { writeHostile, writeSmallBuilding } from '../../../testing/ifc/index.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { modelWorld, type ModelWorld } from '../../../testing/worlds/model-world.ts';

let app: TestApp;
let world: ModelWorld;
/** Three versions: two storeys, an invalid model, three storeys. */
let modelId: number;
let fileId: number;
let other: number;
let ids: number[];

const STATE = JSON.stringify({
  version: 1,
  origin: [0, 0, 0],
  camera: { position: [1, 1, 1], target: [0, 0, 0], projection: 'perspective' },
});

beforeAll(async () => {
  app = await startApp({ env: { MODEL_TIMEOUT_MS: '30000' } });
  world = await modelWorld(app);
  for (const bytes of [writeSmallBuilding({ storeys: 2 }), writeHostile('text'), writeSmallBuilding({ storeys: 3 })]) {
    ({ modelId, fileId } = await world.upload('主楼.ifc', bytes));
    await world.ended(modelId);
  }
  ids = (await info()).versions.map(({ version_id }: { version_id: number }) => version_id).toReversed();
  ({ modelId: other } = await world.upload('裙楼.ifc', writeSmallBuilding({ storeys: 2 })));
  await world.ended(other);
}, 120_000);
afterAll(() => app.stop());

const info = async (version_id?: number, token = world.tokens.manager) =>
  (await app.call(contract.modelInfo, { id: modelId, ...(version_id ? { version_id } : {}) }, { token })).data;
const dataOf = (v?: number, token = world.tokens.partner) =>
  app.app.inject({
    method: 'GET',
    url: `/apis/model/data?id=${modelId}${v === undefined ? '' : `&v=${v}`}`,
    headers: { 'x-token': token },
  });

describe('a version of a model', () => {
  it('is listed with all others, newest first', async () => {
    expect((await info()).versions).toMatchObject([
      { version_no: 3, status: 'parsed', openable: true, newest: true, uploader: world.manager.name, reason_text: '' },
      { version_no: 2, status: 'failed', openable: false, newest: false, reason: 'not_ifc' },
      { version_no: 1, status: 'parsed', openable: true, newest: false },
    ]);
  });

  it('opens with its own storeys and geometry when it is older', async () => {
    const [first, second, third] = ids as [number, number, number];
    expect(await info()).toMatchObject({ version_id: third, is_newest: true, viewable: { version_id: third } });
    const old = await info(first, world.tokens.partner);
    expect(old).toMatchObject({ version_id: first, version_no: 1, is_newest: false, viewable: { version_id: first } });
    expect(old.storeys).toHaveLength(2);
    expect((await info()).storeys).toHaveLength(3);
    expect(await info(second)).toMatchObject({
      status: 'failed',
      reason: 'not_ifc',
      viewable: null,
      can: { reparse: false, replace: true },
    });
    const [oldest, newest, plain] = [await dataOf(first), await dataOf(third), await dataOf()];
    expect(oldest.rawPayload.equals(newest.rawPayload)).toBe(false);
    expect(oldest.rawPayload.length).toBe(old.viewable.bytes);
    expect(plain.rawPayload.equals(newest.rawPayload)).toBe(true);
    expect((await dataOf(second)).json().code).toBe(404);
  });

  it('of another model is not found, and users outside learn nothing', async () => {
    const wrong = { id: other, version_id: ids[0] };
    expect((await app.call(contract.modelInfo, wrong, { token: world.tokens.manager })).code).toBe(404);
    expect((await app.call(contract.modelReparse, wrong, { token: world.tokens.manager })).code).toBe(1006);
    expect((await dataOf(ids[0], world.tokens.stranger)).json().code).toBe(444);
    const input = { id: modelId, version_id: ids[0] };
    expect((await app.call(contract.modelInfo, input, { token: world.tokens.stranger })).code).toBe(444);
  });

  it('is parsed on demand when it is older, and the newest stays unchanged', async () => {
    const [first, second] = ids as [number, number, number];
    const again = (version_id: number, token: string) =>
      app.call(contract.modelReparse, { id: modelId, version_id }, { token });
    expect((await again(first, world.tokens.manager)).code, 'nothing to parse').toBe(1008);
    expect((await again(second, world.tokens.partner)).code).toBe(1005);
    expect((await again(second, world.tokens.designer)).code, 'the reason lies in the file').toBe(1008);
    await app.platform.db.pool.query(`update model_version set reason = 'timeout' where id = $1`, [second]);
    expect((await again(second, world.tokens.designer)).code).toBe(0);
    await expect.poll(async () => (await info(second)).status, { timeout: 30_000 }).toBe('failed');
    expect((await info(second)).reason).toBe('not_ifc');
    await app.platform.db.pool.query('update model_version set converter = 0 where id = $1', [first]);
    expect(await info(first)).toMatchObject({ viewable: { outdated: true }, can: { reparse: true } });
    expect((await again(first, world.tokens.designer)).code).toBe(0);
    await expect.poll(async () => (await info(first)).viewable.outdated, { timeout: 60_000 }).toBe(false);
    expect(await info()).toMatchObject({ version_no: 3, status: 'parsed' });
  });

  it('is found from its file', async () => {
    const ofFile = (file_id: number, token = world.tokens.partner) =>
      app.call(contract.modelOfFile, { file_id }, { token });
    const { data } = await ofFile(fileId);
    expect(data).toMatchObject({
      model_id: modelId,
      versions: [{ version_no: 3 }, { version_no: 2 }, { version_no: 1 }],
    });
    expect((await ofFile(fileId, world.tokens.stranger)).code).toBe(444);
  });
});

describe('a viewpoint', () => {
  const add = (more: object = {}) =>
    app.call(
      contract.viewpointAdd,
      { model_id: modelId, name: '梁底', state: STATE, ...more },
      { token: world.tokens.designer },
    );
  const seen = async (id: number) =>
    (await app.call(contract.viewpointInfo, { id }, { token: world.tokens.partner })).data;

  it('keeps its version, and reports whether a newer one can be opened', async () => {
    const [first, , third] = ids as [number, number, number];
    const newest = (await add()).data.id as number;
    const older = (await add({ version_id: first })).data.id as number;
    expect(await seen(newest)).toMatchObject({ version_id: third, version_no: 3, is_newest: true });
    expect(await seen(older)).toMatchObject({ version_id: first, version_no: 1, is_newest: false });
    const { data } = await app.call(contract.viewpointIndex, { model_id: modelId }, { token: world.tokens.partner });
    expect(data.list).toMatchObject([
      { id: older, version_no: 1, is_newest: false },
      { id: newest, version_no: 3, is_newest: true },
    ]);
    const edit = (more: object) =>
      app.call(contract.viewpointEdit, { id: older, name: '梁底', ...more }, { token: world.tokens.designer });
    expect((await edit({ version: 1, name: '新名' })).code).toBe(0);
    expect(await seen(older), 'renamed').toMatchObject({ version_id: first });
    expect((await edit({ version: 2, state: STATE, version_id: third })).code).toBe(0);
    expect(await seen(older), 'taken again').toMatchObject({ version_id: third, is_newest: true });
  });

  it('cannot refer to a version of another model', async () => {
    const { data } = await app.call(contract.modelInfo, { id: other }, { token: world.tokens.manager });
    expect(await add({ version_id: data.version_id })).toMatchObject({ code: 1006 });
    const { id } = (await add()).data as { id: number };
    const moved = { id, version: 1, name: 'x', state: STATE, version_id: data.version_id as number };
    expect((await app.call(contract.viewpointEdit, moved, { token: world.tokens.designer })).code).toBe(1006);
  });

  it('without a stored version opens in the newest', async () => {
    const { id } = (await add()).data as { id: number };
    await app.platform.db.pool.query('update viewpoint set model_version_id = null where id = $1', [id]);
    expect(await seen(id)).toMatchObject({ version_id: null, version_no: null, is_newest: true });
  });
});
