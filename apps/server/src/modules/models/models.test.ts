import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as contract from '@prdm/contract/models';
import { buildFile, buildPerson, buildProject, PASSWORD, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { writeHostile, writeSmallBuilding } from '../../testing/ifc/index.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { jpegOf } from './thumbs.fixture.ts';

/** Conversions have low priority. The timeout is longer than the waits inside the tests. */
vi.setConfig({ testTimeout: 90_000 });

let app: TestApp;
let manager: BuiltPerson;
let designer: BuiltPerson;
let stranger: BuiltPerson;
let projectId: number;
let tokens: { manager: string; designer: string; stranger: string };
let building: { fileId: number; modelId: number };

const STATE: contract.ViewpointState = {
  version: 1,
  origin: [0, 0, 0],
  camera: { position: [10, 8, 10], target: [0, 2, 0], projection: 'perspective' },
  sections: [{ point: [0, 1, 0], normal: [0, 1, 0] }],
  hidden: [],
  isolated: null,
  spaces: false,
  selection: ['2O2Fr$t4X7Zf8NOew3FLOH'],
};
const JPEG = jpegOf(320, 180).toString('base64');

beforeAll(async () => {
  app = await startApp({ env: { MODEL_TIMEOUT_MS: '30000' } });
  manager = await buildPerson(app, { name: '项目经理' });
  designer = await buildPerson(app, { name: '设计人' });
  stranger = await buildPerson(app);
  const project = await buildProject(app, {
    managerId: manager.id,
    members: [{ id: designer.id, roles: ['designer'] }],
  });
  projectId = project.id;
  tokens = {
    manager: await app.signIn(manager.account, PASSWORD),
    designer: await app.signIn(designer.account, PASSWORD),
    stranger: await app.signIn(stranger.account, PASSWORD),
  };
  building = await upload('办公楼.ifc', smallBuilding());
  await ended(building.modelId);
}, 90_000);
afterAll(() => app.stop());

let nth = 0;
/** Bytes that no other test uses. Equal bytes would take over the earlier result. */
const smallBuilding = (change?: Parameters<typeof writeSmallBuilding>[0]): string =>
  `${writeSmallBuilding(change).toString()}\n/* ${(nth += 1)} */`;

async function upload(name: string, bytes: string | Buffer): Promise<{ fileId: number; modelId: number }> {
  const { id } = await buildFile(app, { projectId, by: manager.id, name, bytes });
  const { rows } = await app.platform.db.pool.query('select id from model where file_id = $1', [id]);
  return { fileId: id, modelId: rows[0].id as number };
}

async function ended(modelId: number) {
  for (let tries = 0; tries < 600; tries += 1) {
    const { data } = await app.call(contract.modelInfo, { id: modelId }, { token: tokens.manager });
    if (data.status !== 'parsing') return data;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the conversion did not end');
}

const dataOf = (modelId: number, token: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'GET', url: `/apis/model/data?id=${modelId}`, headers: { 'x-token': token, ...headers } });

describe('an uploaded IFC', () => {
  it('becomes a model with its storeys and a count of components', async () => {
    const { data } = await app.call(contract.modelInfo, { id: building.modelId }, { token: tokens.designer });
    expect(data).toMatchObject({
      status: 'parsed',
      name: '办公楼.ifc',
      version_no: 1,
      reason: null,
      can: { reparse: false, viewpoint: true },
    });
    expect(data.element_count).toBeGreaterThan(10);
    expect(data.storeys.length).toBeGreaterThanOrEqual(3);
    expect(data.viewable.bytes).toBeGreaterThan(1000);
  });

  it('[MV-009] [BU-035] is parsing in the list of its project from the moment it is stored, then parsed or failed', async () => {
    const listed = async (id: number) => {
      const { data } = await app.call(contract.modelIndex, { project_id: projectId }, { token: tokens.designer });
      return data.list.find((model: { id: number }) => model.id === id);
    };
    for (const [name, bytes, first, outcome] of [
      ['second.ifc', smallBuilding(), /^parsing$/, 'parsed'],
      // A file that is no model can fail before the first look.
      ['broken.ifc', writeHostile('header_only'), /^(parsing|failed)$/, 'failed'],
    ] as const) {
      const { modelId } = await upload(name, bytes);
      expect(await listed(modelId)).toMatchObject({ name, status: expect.stringMatching(first) });
      expect((await ended(modelId)).status).toBe(outcome);
      expect(await listed(modelId)).toMatchObject({ name, status: outcome });
    }
  });

  it('serves its geometry whole, by range, and with 304 when unchanged', async () => {
    const whole = await dataOf(building.modelId, tokens.designer);
    expect(whole.statusCode).toBe(200);
    const part = await dataOf(building.modelId, tokens.designer, { range: 'bytes=10-19' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20));
    const known = await dataOf(building.modelId, tokens.designer, { 'if-none-match': String(whole.headers.etag) });
    expect(known.statusCode).toBe(304);
  });

  it('is hidden from users outside the project', async () => {
    expect((await app.call(contract.modelInfo, { id: building.modelId }, { token: tokens.stranger })).code).toBe(444);
    expect((await dataOf(building.modelId, tokens.stranger)).json().code).toBe(444);
    expect((await dataOf(building.modelId, '')).json().code).toBe(5);
  });

  it('an older version can still be opened while a newer one fails', async () => {
    const first = await upload('versions.ifc', smallBuilding());
    await ended(first.modelId);
    const second = await upload('versions.ifc', writeHostile('random'));
    expect(second.modelId).toBe(first.modelId);
    const now = await ended(first.modelId);
    expect(now).toMatchObject({ status: 'failed', version_no: 2, viewable: { version_no: 1 } });
    expect((await dataOf(first.modelId, tokens.manager)).statusCode).toBe(200);
  });
});

describe('a file that is no model', () => {
  it('[ER-025] fails with a reason in the reader’s words, and the next one is converted', async () => {
    const bad = await upload('bad.ifc', writeHostile('text'));
    const failed = await ended(bad.modelId);
    expect(failed).toMatchObject({ status: 'failed', reason: 'not_ifc', viewable: null, can: { reparse: false } });
    expect(failed.reason_text).toBe('这不是可读取的 IFC 文件，请上传由建模软件导出的 .ifc 文件');
    const english = await app.call(contract.modelInfo, { id: bad.modelId }, { token: tokens.manager, lang: 'en' });
    expect(english.data.reason_text).toBe(
      'This is not a readable IFC file. Upload an .ifc file exported by a modelling program.',
    );
    expect((await dataOf(bad.modelId, tokens.manager)).json().code).toBe(404);
    const next = await upload('next.ifc', smallBuilding());
    expect((await ended(next.modelId)).status).toBe('parsed');
  });

  it('can be parsed again by users with the right, and only when it failed', async () => {
    const bad = await upload('again.ifc', writeHostile('no_shapes'));
    await ended(bad.modelId);
    const offered = async (token: string) => {
      const { data } = await app.call(contract.modelIndex, { project_id: projectId }, { token });
      const rows = data.list as { id: number; can: { reparse: boolean } }[];
      return [bad, building].map(({ modelId }) => rows.find(({ id }) => id === modelId)?.can.reparse);
    };
    expect(await offered(tokens.manager)).toEqual([true, false]);
    expect((await app.call(contract.modelReparse, { id: building.modelId }, { token: tokens.manager })).code).toBe(
      1008,
    );
    expect((await app.call(contract.modelReparse, { id: bad.modelId }, { token: tokens.stranger })).code).toBe(444);
    expect((await app.call(contract.modelReparse, { id: bad.modelId }, { token: tokens.manager })).code).toBe(0);
    expect((await ended(bad.modelId)).status).toBe('failed');
  });

  it('is parsed again when its geometry is lost from the store, and shows an older version meanwhile', async () => {
    const first = await upload('lost.ifc', smallBuilding());
    await ended(first.modelId);
    await upload('lost.ifc', smallBuilding({ storeys: 2 }));
    const whole = await ended(first.modelId);
    const again = (token: string) => app.call(contract.modelReparse, { id: first.modelId }, { token });
    expect(whole).toMatchObject({
      status: 'parsed',
      version_no: 2,
      viewable: { version_no: 2 },
      can: { reparse: false },
    });
    expect((await again(tokens.manager)).code).toBe(1008);

    const { rows } = await app.platform.db.pool.query(
      'select frag_sha256 as sha256 from model_version where model_id = $1 order by version_no desc limit 1',
      [first.modelId],
    );
    await app.modules.models.fragments.delete(rows[0].sha256);
    const lost = await app.call(contract.modelInfo, { id: first.modelId }, { token: tokens.manager });
    expect(lost.data).toMatchObject({
      status: 'failed',
      reason: 'lost',
      viewable: { version_no: 1 },
      can: { reparse: true },
    });
    expect((await dataOf(first.modelId, tokens.manager)).statusCode).toBe(200);
    expect((await again(tokens.stranger)).code).toBe(444);
    const answers = await Promise.all([again(tokens.manager), again(tokens.manager)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 1008]);
    expect(await ended(first.modelId)).toMatchObject({ status: 'parsed', viewable: { version_no: 2 } });
  });

  it('other files make no model', async () => {
    const { id } = await buildFile(app, { projectId, by: manager.id, name: 'plan.dwg' });
    const { rows } = await app.platform.db.pool.query('select 1 from model where file_id = $1', [id]);
    expect(rows).toEqual([]);
  });
});

describe('a conversion of a dead process', () => {
  it('is taken over once, and fails after three attempts', async () => {
    const { modelId } = await upload('orphan.ifc', smallBuilding());
    await ended(modelId);
    const silent = `update model_version set status = 'parsing', frag_sha256 = null, beat_at = now() - interval '1 minute', attempts = $2 where model_id = $1`;
    await app.platform.db.pool.query(silent, [modelId, 0]);
    await Promise.all([app.modules.models.adoptOrphans(), app.modules.models.adoptOrphans()]);
    expect((await ended(modelId)).status).toBe('parsed');
    await app.platform.db.pool.query(silent, [modelId, 2]);
    await app.modules.models.adoptOrphans();
    expect(await ended(modelId)).toMatchObject({ status: 'failed', reason: 'internal' });
  });
});

describe('viewpoints', () => {
  const add = (change: object = {}, token = tokens.designer) =>
    app.call(
      contract.viewpointAdd,
      { model_id: building.modelId, name: '走廊净高', state: JSON.stringify(STATE), thumb: JPEG, ...change },
      { token },
    );

  it('refuse component ids and names that the database cannot store', async () => {
    const hidden = (guid: string) => JSON.stringify({ ...STATE, hidden: [guid] });
    for (const change of [{ state: hidden('a\u0000b') }, { state: hidden('a\ud800') }, { name: 'a\u0000b' }])
      expect((await add(change)).code).toBe(1001);
  });

  it('[VA-009] are stored with camera, section, picture and comments', async () => {
    expect(await add({ name: '  ' })).toMatchObject({ code: 1001, data: { field: 'name' } });
    expect(await add({ name: undefined })).toMatchObject({ code: 1001, data: { field: 'name' } });
    const { data } = await add();
    const renamed = (name?: string) =>
      app.call(contract.viewpointEdit, { id: data.id, version: 1, name }, { token: tokens.designer });
    for (const answer of [await renamed('  '), await renamed('')])
      expect(answer).toMatchObject({ code: 1001, data: { field: 'name' } });
    expect(
      await app.call(contract.viewpointComment, { id: data.id, content: ' ' }, { token: tokens.manager }),
    ).toMatchObject({ code: 1001, data: { field: 'content' } });
    expect(
      (await app.call(contract.viewpointComment, { id: data.id, content: '梁底太低' }, { token: tokens.manager })).code,
    ).toBe(0);
    const info = await app.call(contract.viewpointInfo, { id: data.id }, { token: tokens.designer });
    expect(info.data).toMatchObject({
      name: '走廊净高',
      state: STATE,
      has_thumb: true,
      created_by_name: '设计人',
      can: { edit: true },
    });
    expect(info.data.comments).toMatchObject([{ user_name: '项目经理', content: '梁底太低', can: { del: false } }]);
    const picture = await app.app.inject({
      method: 'GET',
      url: `/apis/viewpoint/thumb?id=${data.id}`,
      headers: { 'x-token': tokens.manager },
    });
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(picture.rawPayload.toString('base64')).toBe(JPEG);
  });

  it('are refused with an invalid camera, too many planes or an invalid picture', async () => {
    expect(await add({ state: '{"camera":1}' })).toMatchObject({ code: 1001 });
    expect(await add({ state: 'nonsense' })).toMatchObject({ code: 1001 });
    expect(
      await add({ state: JSON.stringify({ ...STATE, sections: Array.from({ length: 21 }, () => STATE.sections[0]) }) }),
    ).toMatchObject({ code: 1001 });
    const seen = (camera: object) => JSON.stringify({ ...STATE, camera: { ...STATE.camera, ...camera } });
    for (const far of [1e308, -1e308, 2e9, 'NaN', null])
      expect(await add({ state: seen({ position: [0, far, 0] }) })).toMatchObject({ code: 1001 });
    expect(await add({ state: JSON.stringify({ ...STATE, origin: [1e300, 0, 0] }) })).toMatchObject({ code: 1001 });
    for (const normal of [
      [0, 0, 0],
      [0, 5, 0],
    ])
      expect(
        await add({ state: JSON.stringify({ ...STATE, sections: [{ point: [0, 0, 0], normal }] }) }),
      ).toMatchObject({ code: 1001 });
    expect(await add({ thumb: jpegOf(20_000, 20_000).toString('base64') })).toMatchObject({ code: 1001 });
    expect(await add({ thumb: Buffer.from('<svg onload=alert(1)>').toString('base64') })).toMatchObject({
      code: 1001,
      data: { field: 'thumb' },
    });
  });

  it('can be changed by their author or the project leader, and never over a newer version', async () => {
    const { data } = await add({}, tokens.manager);
    const edit = (token: string, version: number) =>
      app.call(contract.viewpointEdit, { id: data.id, version, name: '新名称' }, { token });
    expect((await edit(tokens.designer, 1)).code).toBe(1005);
    expect((await edit(tokens.stranger, 1)).code).toBe(444);
    expect((await edit(tokens.manager, 1)).code).toBe(0);
    expect((await edit(tokens.manager, 1)).code).toBe(1009);
    expect((await app.call(contract.viewpointDel, { id: data.id }, { token: tokens.designer })).code).toBe(1005);
    expect((await app.call(contract.viewpointDel, { id: data.id }, { token: tokens.manager })).code).toBe(0);
    expect((await app.call(contract.viewpointInfo, { id: data.id }, { token: tokens.manager })).code).toBe(1006);
    expect((await app.call(contract.viewpointInfo, { id: data.id }, { token: tokens.stranger })).code).toBe(444);
  });

  it('a comment can be deleted by its author or the manager, and belongs to its viewpoint', async () => {
    const { data } = await add();
    const comment = await app.call(
      contract.viewpointComment,
      { id: data.id, content: '一' },
      { token: tokens.designer },
    );
    expect(
      (await app.call(contract.viewpointCommentDel, { id: comment.data.id }, { token: tokens.stranger })).code,
    ).toBe(444);
    expect(
      (await app.call(contract.viewpointCommentDel, { id: comment.data.id }, { token: tokens.designer })).code,
    ).toBe(0);
    expect(
      (await app.call(contract.viewpointCommentDel, { id: comment.data.id }, { token: tokens.designer })).code,
    ).toBe(1006);
  });
});
