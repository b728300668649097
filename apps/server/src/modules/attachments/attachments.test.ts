import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import { edit } from '@prdm/contract/tasks';
import { taskAttachments as calls } from '@prdm/contract/tasks/attachments';
import { buildFolder } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';
import { sha, taskFiles } from '../../testing/worlds/areas/task-files.ts';
import { metadata, tusRequest } from '../../testing/worlds/uploads.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const { read, attach, file, address, get, upload, begin, sign } = taskFiles(() => world);
const actor = () => ({ enterpriseId: 1, name: '', ip: '', agent: '', lang: 'zh' as const });

describe('an uploaded attachment', () => {
  it('goes to the record in one upload, and the commit gives the same answer again', async () => {
    const id = await world.published();
    const bytes = randomBytes(300_000);
    const { sent, key } = await upload(id, world.designer, '计算书.pdf', bytes);
    expect(sent).toMatchObject({ status: 200, body: { code: 0 } });
    const attachment_id = (sent?.body?.data as { attachment_id: number } | undefined)?.attachment_id ?? 0;
    const [row] = await read(id);
    expect(row).toMatchObject({
      id: attachment_id,
      name: '计算书.pdf',
      size: bytes.length,
      sha256: sha(bytes),
      source: null,
    });
    const again = await world.call(calls.commit, { id, upload_id: key }, world.designer);
    expect(again).toMatchObject({ code: 0, data: { attachment_id } });
    // The upload of another person, of another record, and for folders.
    expect((await world.call(calls.commit, { id, upload_id: key }, world.lead)).code).toBe(1006);
    const other = await world.published();
    expect((await world.call(calls.commit, { id: other, upload_id: key }, world.designer)).code).toBe(1006);
    expect((await world.call(files.uploadCommit, { uploadId: key }, world.designer)).code).toBe(1005);
    expect(await read(id)).toHaveLength(1);
  });

  // More than the pool has connections: a commit that needed a second one would wait for the others for ever.
  it('is stored when forty of them complete at once', async () => {
    const id = await world.published();
    const names = Array.from({ length: 40 }, (_, n) => `${n}.txt`);
    const begun = await Promise.all(names.map((name) => begin(id, world.designer, name, 5)));
    const sent = await Promise.all(
      begun.map((one, n) =>
        tusRequest(app.address, 'PATCH', one.headers.get('location') ?? '', {
          token: world.designer.token,
          headers: { 'upload-offset': '0' },
          body: Buffer.from(String(10_000 + n)),
        }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(await read(id)).toHaveLength(40);
  });

  it('resumes where it stopped, and the bytes stay with their person and record', async () => {
    const id = await world.published();
    const bytes = randomBytes(50_000);
    const begun = await begin(id, world.designer, '半截.dwg', bytes.length);
    const path = begun.headers.get('location') ?? '';
    const part = (from: number, to: number, token: string) =>
      tusRequest(app.address, 'PATCH', path, {
        token,
        headers: { 'upload-offset': String(from) },
        body: bytes.subarray(from, to),
      });
    expect((await part(0, 20_000, world.designer.token)).status).toBe(204);
    expect((await part(20_000, 50_000, world.lead.token)).status).toBe(404);
    const head = await tusRequest(app.address, 'HEAD', path, { token: world.designer.token });
    expect(head.headers.get('upload-offset')).toBe('20000');
    expect(await read(id)).toEqual([]);
    expect((await part(20_000, 50_000, world.designer.token)).status).toBe(200);
    expect(await read(id)).toMatchObject([{ sha256: sha(bytes) }]);
  });

  it('is refused before a byte: a bad name, a full record, a person who may not add', async () => {
    const id = await world.published();
    expect((await begin(id, world.designer, 'a/../b', 4)).status).toBe(400);
    expect((await begin(id, world.member, 'a.txt', 4)).body).toMatchObject({
      code: 1005,
      msg: '只有指派人、执行人和项目负责人可以添加附件',
    });
    expect((await begin(id, world.stranger, 'a.txt', 4)).body?.code).toBe(444);
    const many = await file('很多.txt');
    await app.platform.db.pool.query(
      `insert into attachment (enterprise_id, kind, record_id, name, ext, size, sha256, added_by)
       select enterprise_id, 'task', $1, 'x.txt', 'txt', size, sha256, $2 from file_version, generate_series(1, $3)
       where id = $4`,
      [id, world.lead.id, LIMITS.attachmentsMax, many.versionId],
    );
    expect((await begin(id, world.designer, 'a.txt', 4)).body).toMatchObject({ code: 1008, msg: '附件已达上限 50 个' });
    expect((await attach(id, world.lead, [(await file('再一个.txt')).id])).code).toBe(1008);
    await app.platform.db.pool.query('delete from attachment where record_id = $1', [id]);
  });

  it('counts among the open uploads of its person', async () => {
    const small = await startApp({ works: false, env: { UPLOAD_OPEN_BYTES: '1000000' } });
    try {
      const here = await taskWorld(small);
      const id = await here.published();
      const start = (size: number) =>
        tusRequest(small.address, 'POST', `${calls.uploadCreate.path}?id=${id}`, {
          token: here.designer.token,
          headers: { 'upload-length': String(size), 'upload-metadata': metadata({ filename: 'a.bin' }) },
        });
      expect((await start(700_000)).status).toBe(201);
      expect((await start(700_000)).status).toBe(429);
    } finally {
      await small.stop();
    }
  });

  it('becomes nothing when its person may no longer add, and frees its bytes', async () => {
    const id = await world.published();
    const bytes = randomBytes(9000);
    const begun = await begin(id, world.designer, '晚了.dwg', bytes.length);
    expect((await world.act(edit, id, world.lead, { executor_ids: [world.colleague.id] })).code).toBe(0);
    const sent = await tusRequest(app.address, 'PATCH', begun.headers.get('location') ?? '', {
      token: world.designer.token,
      headers: { 'upload-offset': '0' },
      body: bytes,
    });
    expect(sent.body?.code).toBe(1005);
    expect(await read(id)).toEqual([]);
    expect(await app.platform.storage.size(sha(bytes))).toBe(null);
  });
});

describe('a picked file', () => {
  it('is frozen: rename, new version, move, deletion and clearing of the source change nothing', async () => {
    const id = await world.published();
    const first = randomBytes(5000);
    const source = await file('总图.dwg', first);
    const { code, data } = await attach(id, world.designer, [source.id]);
    expect(code).toBe(0);
    const attachment = data.ids[0] as number;
    const stays = async () => {
      const [row] = await read(id);
      expect(row).toMatchObject({ id: attachment, name: '总图.dwg', sha256: sha(first) });
      const { status, body } = await get(await address(id, attachment, world.member));
      expect([status, sha(body)]).toEqual([200, sha(first)]);
      return row?.source;
    };
    expect(await stays()).toEqual({ version_no: 1, newest_no: 1 });
    await file('总图.dwg', randomBytes(6000));
    expect(await stays()).toEqual({ version_no: 1, newest_no: 2 });
    const { version } = (await world.call(files.info, { file_id: source.id }, world.manager)).data;
    await world.call(files.rename, { file_id: source.id, name: '总图（改）.dwg', version }, world.manager);
    const folder = await buildFolder(app, { projectId: world.projectId, by: world.manager.id });
    expect((await world.call(files.move, { file_ids: [source.id], pid: folder }, world.manager)).code).toBe(0);
    await stays();
    const gone = await world.call(files.del, { file_ids: [source.id] }, world.manager);
    expect(await stays()).toEqual({ version_no: 1, newest_no: null });
    const clear = { project_id: world.projectId, trash_ids: gone.data.trash_ids };
    expect((await world.call(files.clear, clear, world.manager)).code).toBe(0);
    expect(await stays()).toEqual({ version_no: 1, newest_no: null });
    const { rows } = await app.platform.db.pool.query('select id from file_version where sha256 = $1', [sha(first)]);
    expect(rows).toEqual([]);
    // The hourly sweep of bytes without an owner keeps them, too.
    await app.platform.db.pool.query(`update blob set created_at = now() - interval '2 hours'`);
    await app.modules.files.sweepTrash();
    await stays();
  });

  it('may be any version that the person may view and download; the same version is attached once', async () => {
    const id = await world.published();
    const [one, two] = [randomBytes(100), randomBytes(120)];
    const source = await file('版本.txt', one);
    await file('版本.txt', two);
    const list = (await world.call(files.versions, { file_id: source.id }, world.manager)).data.list;
    const old = list.at(-1).id as number;
    const first = await attach(id, world.lead, [source.id], { version_id: old });
    expect(first.code).toBe(0);
    await attach(id, world.lead, [source.id]);
    expect((await attach(id, world.designer, [source.id], { version_id: old })).data).toEqual(first.data);
    expect((await read(id)).map((row) => row.sha256)).toEqual([sha(one), sha(two)]);
    const foreign = await file('别的.txt');
    const mixed = await world.call(
      calls.attach,
      { id, files: [{ file_id: foreign.id, version_id: old }, { file_id: source.id }] },
      world.lead,
    );
    expect([mixed.code, mixed.data.field]).toEqual([1006, 'files.0.version_id']);
  });

  it('without view and download is refused, also beside allowed ones, and nothing is attached', async () => {
    const id = await world.published();
    const folder = await buildFolder(app, { projectId: world.projectId, by: world.manager.id, name: '内部' });
    const hidden = await file('内部.txt', 'x1', { folderId: folder });
    const open = await file('公开.txt', 'x2');
    const outsider = await sign({ type: 'partner' });
    await app.platform.db.transaction((trx) =>
      app.modules.projects.addMember(trx, { ...actor(), userId: world.manager.id }, world.projectId, {
        userId: outsider.id,
        roleKeysOrIds: ['partner'],
      }),
    );
    const theirs = await world.published({ executor_ids: [outsider.id] });
    // A partner views, and may not download.
    const refused = await attach(theirs, outsider, [open.id]);
    expect([refused.code, refused.data.field]).toEqual([1005, 'files.0.file_id']);
    // Download without view. No screen sets it, but a program may.
    await app.platform.db.pool.query(
      `insert into folder_grant (enterprise_id, folder_id, project_id, to_kind, to_id, rights)
       select enterprise_id, id, project_id, 'person', $1, 2 from folder where id = $2`,
      [outsider.id, folder],
    );
    await app.platform.db.pool.query(`delete from folder_grant where to_kind = 'project-role' and rights = 1`);
    const blind = await attach(theirs, outsider, [hidden.id]);
    expect([blind.code, blind.data.field]).toEqual([1005, 'files.0.file_id']);
    expect((await attach(id, world.designer, [open.id, 7_777_777])).code).toBe(444);
    expect(await read(id)).toEqual([]);
  });
});

it('twenty parallel attachments of one record never exceed its limit', async () => {
  const id = await world.published();
  const many = await file('满.txt');
  await app.platform.db.pool.query(
    `insert into attachment (enterprise_id, kind, record_id, name, ext, size, sha256, added_by)
     select enterprise_id, 'task', $1, 'x.txt', 'txt', size, sha256, $2 from file_version, generate_series(1, 45)
     where id = $3`,
    [id, world.lead.id, many.versionId],
  );
  const sources = await Promise.all(Array.from({ length: 20 }, (_, n) => file(`并行${n}.txt`)));
  const answers = await Promise.all(sources.map((one) => attach(id, world.lead, [one.id])));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(5);
  expect(answers.filter(({ code }) => code === 1008)).toHaveLength(15);
  expect(await read(id)).toHaveLength(50);
});
