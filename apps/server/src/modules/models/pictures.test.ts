import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as contract from '@prdm/contract/models';
import { writeHostile, writeSmallBuilding } from '../../testing/ifc/index.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { modelWorld, type ModelWorld } from '../../testing/worlds/model-world.ts';
import { CONVERTER_VERSION } from './convert/index.ts';
import { jpegOf } from './thumbs.fixture.ts';
import { pictureIn } from './thumbs.ts';

/** The timeout is longer than the waits inside the tests. */
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

let nth = 0;
/** Bytes that no other test uses. Equal bytes would take over the earlier result. */
const building = (storeys = 3): string => `${writeSmallBuilding({ storeys }).toString()}\n/* ${(nth += 1)} */`;

async function parsed(name: string): Promise<{ modelId: number; v: number }> {
  const { modelId } = await world.upload(name, building());
  const { viewable } = await world.ended(modelId);
  if (!viewable) throw new Error('nothing to be seen');
  return { modelId, v: viewable.version_id };
}

/** A model for which the server could not draw a picture. */
const undrawn = (modelId: number) =>
  app.platform.db.pool.query(
    'update model_version set thumb = null, thumb_type = null, thumb_at = null, drawn_at = now() where model_id = $1',
    [modelId],
  );
const give = (modelId: number, v: number, token: string, thumb = JPEG) =>
  app.call(contract.modelThumbAdd, { id: modelId, v, thumb }, { token });
const infoOf = async (modelId: number, token = world.tokens.manager) =>
  (await app.call(contract.modelInfo, { id: modelId }, { token })).data;
const pictureOf = (modelId: number, token = world.tokens.manager) =>
  app.app.inject({ method: 'GET', url: `/apis/model/thumb?id=${modelId}`, headers: { 'x-token': token } });
const again = (modelId: number, token = world.tokens.manager) =>
  app.call(contract.modelReparse, { id: modelId }, { token });

describe('the picture of a model', () => {
  it('is accepted once, from a user who may view it, and shown to every user who may', async () => {
    const { modelId, v } = await parsed('图.ifc');
    const { tokens } = world;
    expect((await give(modelId, v, tokens.partner)).code, 'the server has drawn one').toBe(1008);
    await undrawn(modelId);
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

  it('is refused when it is invalid, too large, or of a version of another model', async () => {
    const [one, other] = [await parsed('一.ifc'), await parsed('二.ifc')];
    const { manager } = world.tokens;
    await Promise.all([undrawn(one.modelId), undrawn(other.modelId)]);
    const svg = Buffer.from('<svg onload=alert(1)>').toString('base64');
    const large = Buffer.concat([jpegOf(320, 180).subarray(0, -2), Buffer.alloc(200 * 1024), Buffer.from([255, 217])]);
    for (const thumb of ['', svg, jpegOf(20_000, 20_000).toString('base64'), large.toString('base64')])
      expect(await give(one.modelId, one.v, manager, thumb)).toMatchObject({ code: 1001, data: { field: 'thumb' } });
    expect(await give(one.modelId, other.v, manager)).toMatchObject({ code: 1006, data: { field: 'v' } });
    expect([(await infoOf(one.modelId)).thumb, (await infoOf(other.modelId)).thumb]).toEqual([null, null]);
  });

  it('stays until a newer version is parsed, also when that one fails', async () => {
    const { modelId, v } = await parsed('新版.ifc');
    await undrawn(modelId);
    await give(modelId, v, world.tokens.partner);
    await world.upload('新版.ifc', writeHostile('random'));
    expect(await world.ended(modelId)).toMatchObject({ status: 'failed', version_no: 2, thumb: expect.any(Number) });
    expect((await pictureOf(modelId)).rawPayload.toString('base64')).toBe(JPEG);
    await world.upload('新版.ifc', building(2));
    expect(await world.ended(modelId)).toMatchObject({ status: 'parsed', version_no: 3, thumb: expect.any(Number) });
    expect((await pictureOf(modelId)).headers['content-type']).toBe('image/png');
    expect((await give(modelId, v, world.tokens.partner)).code, 'a version that no user can open').toBe(1008);
  });
});

describe('the picture that the server draws', () => {
  it('exists before the first user opens the model', async () => {
    const { modelId } = await world.upload('新.ifc', building());
    await world.ended(modelId);
    const { data } = await app.call(
      contract.modelIndex,
      { project_id: world.projectId },
      { token: world.tokens.guest },
    );
    expect(data.list.find(({ id }: { id: number }) => id === modelId) ?? { thumb: 1 }).toMatchObject({
      thumb: expect.any(Number),
    });
    const { rawPayload, headers } = await pictureOf(modelId, world.tokens.partner);
    expect(headers['content-type']).toBe('image/png');
    expect(pictureIn(rawPayload)).toEqual({ type: 'image/png', width: 480, height: 300 });
    expect(rawPayload.length).toBeLessThan(200 * 1024);
  });

  it('is added later to a model that was converted before the server drew pictures', async () => {
    const { modelId } = await parsed('早.ifc');
    await app.platform.db.pool.query(
      'update model_version set thumb = null, thumb_type = null, thumb_at = null, drawn_at = null where model_id = $1',
      [modelId],
    );
    await expect.poll(async () => (await infoOf(modelId)).thumb, { timeout: 60_000 }).not.toBeNull();
    expect((await pictureOf(modelId)).headers['content-type']).toBe('image/png');
  });
});

describe('the picture that an owner chooses', () => {
  const set = (modelId: number, token: string, thumb?: string) =>
    app.call(contract.modelThumbSet, { id: modelId, ...(thumb === undefined ? {} : { thumb }) }, { token });

  it('replaces the server’s picture through new versions, until the owner removes it', async () => {
    const { modelId } = await parsed('自选.ifc');
    const { tokens } = world;
    for (const token of [tokens.partner, tokens.guest]) expect((await set(modelId, token, JPEG)).code).not.toBe(0);
    expect((await set(modelId, tokens.partner, JPEG)).code).toBe(1005);
    expect((await set(modelId, tokens.stranger, JPEG)).code).toBe(444);
    expect(await infoOf(modelId, tokens.partner)).toMatchObject({ picture_set: false, can: { picture: false } });
    expect(await infoOf(modelId, tokens.designer)).toMatchObject({ picture_set: false, can: { picture: true } });
    expect(await set(modelId, tokens.designer, 'PHN2Zz4=')).toMatchObject({ code: 1001, data: { field: 'thumb' } });
    expect((await set(modelId, tokens.designer)).code, 'nothing to remove').toBe(1008);
    expect((await set(modelId, tokens.designer, JPEG)).code).toBe(0);
    expect((await set(modelId, tokens.designer, OTHER)).code, 'and replaces it').toBe(0);
    await world.upload('自选.ifc', building(2));
    expect(await world.ended(modelId)).toMatchObject({ version_no: 2, status: 'parsed', picture_set: true });
    expect((await pictureOf(modelId)).rawPayload.toString('base64')).toBe(OTHER);
    expect((await set(modelId, tokens.manager)).code).toBe(0);
    expect(await infoOf(modelId)).toMatchObject({ picture_set: false, thumb: expect.any(Number) });
    expect((await pictureOf(modelId)).headers['content-type']).toBe('image/png');
  });
});

describe('a model of an older converter', () => {
  const grownOld = (modelId: number) =>
    app.platform.db.pool.query('update model_version set converter = 0 where model_id = $1', [modelId]);

  it('can still be opened, and converted again by a user who may change its file', async () => {
    const { modelId, v } = await parsed('旧.ifc');
    const { tokens } = world;
    expect(await infoOf(modelId)).toMatchObject({
      viewable: { converter: CONVERTER_VERSION, outdated: false },
      can: { reparse: false },
    });
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
      thumb: expect.any(Number),
      viewable: { version_id: v, converter: CONVERTER_VERSION, outdated: false },
      can: { reparse: false },
    });
    expect((await again(modelId)).code).toBe(1008);
  });

  it('can still be opened when converting it again fails', async () => {
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
