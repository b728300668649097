import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as files from '@prdm/contract/files';
import { loginHistory } from '@prdm/contract/identity';
import * as models from '@prdm/contract/models';
import { uploadFile, uploadImage } from '@prdm/contract/files/multipart';
import * as viewpoints from '@prdm/contract/viewpoints';
import { rootFolder } from '../../../testing/worlds/builders.ts';
import { modelWorld, type ModelWorld } from '../../../testing/worlds/model-world.ts';
import { pngOf } from '../../../testing/worlds/pictures.ts';
import { sendForm } from '../../../testing/worlds/forms.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { begin, tusRequest } from '../../../testing/worlds/uploads.ts';

let app: TestApp;
let world: ModelWorld;
let root: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await modelWorld(app);
  root = await rootFolder(app, world.projectId);
}, 60_000);
afterAll(() => app.stop());
afterEach(() => vi.restoreAllMocks());

const PNG = pngOf(4, 4, [200, 30, 30]);
const FULL = { status: 507, code: 1016, msg: '服务器存储空间不足，请联系管理员' };

describe('every picture and file respects the reserve of the disk', () => {
  it('a portrait, a viewpoint’s picture, a model’s picture and a file get 507; a viewpoint without one does not', async () => {
    const { modelId } = await world.upload('满.ifc', 'no model');
    const { rows } = await app.platform.db.pool.query('select id from model_version where model_id = $1', [modelId]);
    const versionId = rows[0].id as number;
    vi.spyOn(app.platform.disk, 'free').mockResolvedValue(PNG.length - 1);
    const token = world.tokens.manager;
    const sent = [['file', { bytes: PNG, name: 'a.png' }]] as const;
    expect(await sendForm(`${app.address}${uploadImage.path}`, token, sent)).toMatchObject(FULL);
    expect(await sendForm(`${app.address}${uploadFile.path}?pid=${root}`, token, sent)).toMatchObject(FULL);
    const state = JSON.stringify({
      version: 1,
      origin: [0, 0, 0],
      camera: { position: [1, 1, 1], target: [0, 0, 0], projection: 'perspective' },
    });
    const thumb = PNG.toString('base64');
    const viewpoint = { model_id: modelId, name: '视点', state };
    expect(await app.call(viewpoints.viewpointAdd, { ...viewpoint, thumb }, { token })).toMatchObject(FULL);
    expect(await app.call(models.modelThumbAdd, { id: modelId, v: versionId, thumb }, { token })).toMatchObject(FULL);
    const bare = await app.call(viewpoints.viewpointAdd, viewpoint, { token });
    expect(bare.code).toBe(0);
    const edit = { id: bare.data.id, version: 1, name: '视点', thumb };
    expect(await app.call(viewpoints.viewpointEdit, edit, { token })).toMatchObject(FULL);
  });
});

describe('a full database', () => {
  it('answers 503 with a text for a call, for a file in one request and for one in parts', async () => {
    const { pool } = app.platform.db;
    await pool.query(`create function full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1/1": No space left on device' using errcode = 'disk_full'; end $$`);
    await pool.query('create trigger full_disk before insert on folder for each row execute function full_disk()');
    await pool.query('create trigger full_disk before insert on upload for each row execute function full_disk()');
    const token = world.tokens.manager;
    const full = { status: 503, code: 1, msg: expect.stringContaining('数据库所在磁盘已满') };
    expect(await app.call(files.mkdir, { pid: root, name: '新' }, { token })).toMatchObject(full);
    const sent = [['file', { bytes: PNG, name: 'a.png' }]] as const;
    expect(await sendForm(`${app.address}${uploadFile.path}?pid=${root}`, token, sent)).toMatchObject(full);
    const begun = await begin(app.address, token, root, 4, { filename: 'b.bin' });
    expect({ ...begun.body, status: begun.status }).toMatchObject(full);
    expect((await app.call(loginHistory, {}, { token })).code).toBe(0);
    await pool.query('drop trigger full_disk on folder');
    await pool.query('drop trigger full_disk on upload');
    expect((await app.call(files.mkdir, { pid: root, name: '新' }, { token })).code).toBe(0);
  });

  it('answers 503 while an upload is finished, and the upload succeeds once there is room', async () => {
    const { pool } = app.platform.db;
    const token = world.tokens.manager;
    const { path } = await begin(app.address, token, root, 4, { filename: '收尾.bin' });
    await pool.query(
      'create trigger full_disk before insert on file_version for each row execute function full_disk()',
    );
    const patch = { token, headers: { 'upload-offset': '0' }, body: Buffer.from('data') };
    expect(await tusRequest(app.address, 'PATCH', path, patch)).toMatchObject({ status: 503, body: { code: 1 } });
    await pool.query('drop trigger full_disk on file_version');
    const uploadId = /([0-9a-f]{32})/.exec(path)?.[1];
    expect(await app.call(files.uploadCommit, { uploadId }, { token })).toMatchObject({ code: 0 });
  });
});
