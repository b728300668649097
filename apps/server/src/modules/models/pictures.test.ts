import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as contract from '@prdm/contract/models';
import { writeHostile, writeSmallBuilding } from '../../testing/ifc/index.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { modelWorld, type ModelWorld } from '../../testing/model-world.ts';
import { jpegOf } from './thumbs.fixture.ts';

/** Longer than what is waited for inside. */
vi.setConfig({ testTimeout: 90_000 });

let app: TestApp;
let world: ModelWorld;
beforeAll(async () => {
  app = await startApp({ env: { MODEL_TIMEOUT_MS: '30000' } });
  world = await modelWorld(app);
}, 90_000);
afterAll(() => app.stop());

const JPEG = jpegOf(480, 300).toString('base64');
const OTHER = jpegOf(320, 180).toString('base64');

async function parsed(name: string): Promise<{ modelId: number; v: number }> {
  const { modelId } = await world.upload(name, writeSmallBuilding());
  const { viewable } = await world.ended(modelId);
  if (!viewable) throw new Error('nothing to be seen');
  return { modelId, v: viewable.version_id };
}

const give = (modelId: number, v: number, token: string, thumb = JPEG) =>
  app.call(contract.modelThumbAdd, { id: modelId, v, thumb }, { token });
const infoOf = async (modelId: number, token = world.tokens.manager) =>
  (await app.call(contract.modelInfo, { id: modelId }, { token })).data;
const pictureOf = (modelId: number, token = world.tokens.manager) =>
  app.app.inject({ method: 'GET', url: `/apis/model/thumb?id=${modelId}`, headers: { 'x-token': token } });
const again = (modelId: number, token = world.tokens.manager) =>
  app.call(contract.modelReparse, { id: modelId }, { token });

describe('the picture of a model', () => {
  it('is given once, by whoever may view it, and shown to everybody who may', async () => {
    const { modelId, v } = await parsed('图.ifc');
    const { tokens } = world;
    expect((await infoOf(modelId)).thumb).toBeNull();
    expect((await pictureOf(modelId)).json().code).toBe(404);
    expect((await give(modelId, v, tokens.stranger)).code).toBe(444);
    const answers = await Promise.all([give(modelId, v, tokens.partner), give(modelId, v, tokens.partner)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1008]);
    expect((await give(modelId, v, tokens.manager, OTHER)).code).toBe(1008);
    const picture = await pictureOf(modelId, tokens.designer);
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(picture.rawPayload.toString('base64')).toBe(JPEG);
    expect((await pictureOf(modelId, tokens.stranger)).json().code).toBe(444);
    const { data } = await app.call(contract.modelIndex, { project_id: world.projectId }, { token: tokens.designer });
    expect(data.list.find(({ id }: { id: number }) => id === modelId).thumb).toBeGreaterThan(1_700_000_000_000);
    const { rows } = await app.platform.db.pool.query(
      `select count(*)::int as n from action_log where event = 'model.pictured' and target_id = $1`,
      [modelId],
    );
    expect(rows[0].n).toBe(1);
  });

  it('is refused when it is none, is too large, or of a version that is not this model’s', async () => {
    const [one, other] = [await parsed('一.ifc'), await parsed('二.ifc')];
    const { manager } = world.tokens;
    const svg = Buffer.from('<svg onload=alert(1)>').toString('base64');
    const large = Buffer.concat([jpegOf(320, 180).subarray(0, -2), Buffer.alloc(200 * 1024), Buffer.from([255, 217])]);
    for (const thumb of ['', svg, jpegOf(20_000, 20_000).toString('base64'), large.toString('base64')])
      expect(await give(one.modelId, one.v, manager, thumb)).toMatchObject({ code: 1001, data: { field: 'thumb' } });
    expect((await give(one.modelId, other.v, manager)).code).toBe(1008);
    expect([(await infoOf(one.modelId)).thumb, (await infoOf(other.modelId)).thumb]).toEqual([null, null]);
  });

  it('stays until a newer version is parsed, also while that fails', async () => {
    const { modelId, v } = await parsed('新版.ifc');
    await give(modelId, v, world.tokens.partner);
    await world.upload('新版.ifc', writeHostile('random'));
    expect(await world.ended(modelId)).toMatchObject({ status: 'failed', version_no: 2, thumb: expect.any(Number) });
    await world.upload('新版.ifc', writeSmallBuilding({ storeys: 2 }));
    const newest = await world.ended(modelId);
    expect(newest).toMatchObject({ status: 'parsed', version_no: 3, thumb: null });
    const { rows } = await app.platform.db.pool.query(
      'select count(*)::int as n from model_version where model_id = $1 and thumb is not null',
      [modelId],
    );
    expect(rows[0].n, 'nothing is kept of it').toBe(0);
    expect((await give(modelId, v, world.tokens.partner)).code, 'what nobody opens any more').toBe(1008);
    expect((await give(modelId, newest.viewable?.version_id ?? 0, world.tokens.partner, OTHER)).code).toBe(0);
    expect((await pictureOf(modelId)).rawPayload.toString('base64')).toBe(OTHER);
  });
});

describe('a model that an older converter made', () => {
  const grownOld = (modelId: number) =>
    app.platform.db.pool.query('update model_version set converter = 0 where model_id = $1', [modelId]);

  it('can be seen as ever, and be converted again by whoever may change its file', async () => {
    const { modelId, v } = await parsed('旧.ifc');
    const { tokens } = world;
    expect(await infoOf(modelId)).toMatchObject({
      viewable: { converter: 1, outdated: false },
      can: { reparse: false },
    });
    await give(modelId, v, tokens.partner);
    await grownOld(modelId);
    expect(await infoOf(modelId)).toMatchObject({
      status: 'parsed',
      viewable: { version_no: 1, converter: 0, outdated: true },
      can: { reparse: true },
    });
    expect(await infoOf(modelId, tokens.partner)).toMatchObject({
      viewable: { outdated: true },
      can: { reparse: false },
    });
    expect((await world.dataOf(modelId, tokens.partner)).statusCode).toBe(200);
    expect((await again(modelId, tokens.partner)).code).toBe(1005);

    const answers = await Promise.all([again(modelId), again(modelId)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1008]);
    expect(await infoOf(modelId), 'meanwhile').toMatchObject({
      status: 'parsing',
      thumb: expect.any(Number),
      viewable: { version_id: v, outdated: true },
    });
    expect((await world.dataOf(modelId, tokens.partner)).statusCode).toBe(200);
    expect(await world.ended(modelId)).toMatchObject({
      status: 'parsed',
      version_no: 1,
      thumb: null,
      viewable: { version_id: v, converter: 1, outdated: false },
      can: { reparse: false },
    });
    expect((await again(modelId)).code).toBe(1008);
  });

  it('stays to be seen when converting it again fails', async () => {
    const { modelId } = await parsed('坏.ifc');
    await grownOld(modelId);
    await app.platform.db.pool.query('update model_version set source_sha256 = $2 where model_id = $1', [
      modelId,
      '0'.repeat(64),
    ]);
    expect((await again(modelId)).code).toBe(0);
    expect(await world.ended(modelId)).toMatchObject({
      status: 'failed',
      viewable: { version_no: 1, outdated: true },
      can: { reparse: true },
    });
    expect((await world.dataOf(modelId, world.tokens.partner)).statusCode).toBe(200);
  });
});
