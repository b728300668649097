import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import { archive, memberDel } from '@prdm/contract/projects';
import { edit } from '@prdm/contract/tasks';
import { taskAttachments as calls } from '@prdm/contract/tasks/attachments';
import {
  buildFile,
  buildFolder,
  buildPerson,
  buildProject,
  buildTask,
  PASSWORD,
} from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/worlds/task-world.ts';
import { metadata, tusRequest } from '../../testing/worlds/uploads.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

interface By {
  readonly token: string;
}
interface Row {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly source: { version_no: number; newest_no: number | null } | null;
  readonly can_remove: boolean;
}
const sha = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const read = async (id: number, by: By = world.lead): Promise<Row[]> =>
  (await world.call(calls.index, { id }, by)).data.list as Row[];
const attach = (id: number, by: By, fileIds: readonly number[], more: object = {}) =>
  world.call(calls.attach, { id, files: fileIds.map((file_id) => ({ file_id, ...more })) }, by);
const file = (name: string, bytes: Buffer | string = randomBytes(40).toString('hex'), more: object = {}) =>
  buildFile(app, { projectId: world.projectId, by: world.manager.id, name, bytes, ...more });
const address = async (id: number, attachment_id: number, by: By, inline = false): Promise<string> =>
  (await world.call(calls.open, { id, attachment_id, inline }, by)).data?.url as string;
async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.address}${url}`, { headers });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Sends the bytes by the one upload engine, directly to the record. */
async function upload(id: number, by: By, name: string, bytes: Buffer) {
  const begun = await begin(id, by, name, bytes.length);
  if (begun.status !== 201) return { begun, sent: null };
  const path = begun.headers.get('location') ?? '';
  const sent = await tusRequest(app.address, 'PATCH', path, {
    token: by.token,
    headers: { 'upload-offset': '0' },
    body: bytes,
  });
  return { begun, sent, key: /([0-9a-f]{32})/.exec(path)?.[1] ?? '', path };
}
const begin = (id: number, by: By, filename: string, size: number) =>
  tusRequest(app.address, 'POST', `${calls.uploadCreate.path}?id=${id}`, {
    token: by.token,
    headers: { 'upload-length': String(size), 'upload-metadata': metadata({ filename }) },
  });

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

const actor = () => ({ enterpriseId: 1, name: '', ip: '', agent: '', lang: 'zh' as const });
const sign = async (given: Parameters<typeof buildPerson>[1] = {}): Promise<Signed> => {
  const built = await buildPerson(app, given);
  return { ...built, token: await app.signIn(built.account, PASSWORD) };
};

describe('the bytes of an attachment', () => {
  it('are read by every reader of the record, by range, and shown only when the content fits', async () => {
    const id = await world.published({ cc_ids: [world.member.id] });
    const bytes = randomBytes(10_000);
    await upload(id, world.lead, '模型.ifc', bytes);
    const [row] = await read(id, world.member);
    const url = await address(id, row?.id ?? 0, world.member);
    const whole = await get(url);
    expect([whole.status, sha(whole.body)]).toEqual([200, sha(bytes)]);
    expect(whole.headers.get('content-disposition')).toContain(encodeURIComponent('模型'));
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    const part = await get(url, { range: 'bytes=100-199' });
    expect([part.status, part.body.equals(bytes.subarray(100, 200))]).toEqual([206, true]);
    expect((await get(`${url}x`)).status).toBe(410);
    // The address of an attachment is no address of a file.
    expect((await get(url.replace('/apis/attachment/raw', '/apis/file/raw'))).status).toBe(410);
    const shown = await world.call(calls.open, { id, attachment_id: row?.id, inline: true }, world.member);
    expect(shown.code).toBe(1008);
    await upload(id, world.lead, '说明.txt', Buffer.from('说明'));
    const text = (await read(id)).at(-1);
    expect((await world.call(calls.open, { id, attachment_id: text?.id, inline: true }, world.member)).data.type).toBe(
      'text/plain; charset=utf-8',
    );
    expect((await world.call(calls.open, { id, attachment_id: row?.id }, world.stranger)).code).toBe(444);
    const other = await world.published();
    expect((await world.call(calls.open, { id: other, attachment_id: row?.id }, world.lead)).code).toBe(1006);
  });

  it('end with the membership and the project: 444 and 443, also at a signed address', async () => {
    const [boss, guest, removed, partner] = [
      await sign({}),
      await sign({ type: 'partner' }),
      await sign({}),
      await sign({ type: 'partner' }),
    ];
    const project = await buildProject(app, {
      managerId: boss.id,
      members: [
        { id: guest.id, roles: ['partner'] },
        { id: removed.id, roles: ['designer'] },
      ],
    });
    const given = { projectId: project.id, assignerId: boss.id, executorIds: [boss.id], state: 'unprocessed' as const };
    const { id } = await buildTask(app, given);
    await upload(id, boss, '图.txt', Buffer.from('图'));
    const [row] = await read(id, guest);
    const attachment_id = row?.id ?? 0;
    const [kept, held] = [await address(id, attachment_id, removed), await address(id, attachment_id, guest)];
    expect((await get(kept)).status).toBe(200);
    await world.call(memberDel, { project_id: project.id, user_id: removed.id }, boss);
    expect((await get(kept)).status).toBe(404);
    for (const who of [removed, partner])
      for (const [call, more] of [
        [calls.index, {}],
        [calls.open, { attachment_id }],
        [calls.detach, { attachment_id }],
      ] as const)
        expect((await world.call(call, { id, ...more }, who)).code).toBe(444);
    const { rows } = await app.platform.db.pool.query('select version from project where id = $1', [project.id]);
    await world.call(archive, { project_id: project.id, version: rows[0].version, confirmed: true }, boss);
    expect((await world.call(calls.index, { id }, guest)).code).toBe(443);
    expect((await world.call(calls.detach, { id, attachment_id }, boss)).code).toBe(443);
    expect((await begin(id, boss, 'a.txt', 4)).body?.code).toBe(443);
    expect((await get(held)).status).toBeGreaterThanOrEqual(400);
  });
});

describe('a removal', () => {
  it('is of the own one or by the assigner, can be undone, and frees the bytes after thirty days', async () => {
    const { lead, designer, colleague, manager, member } = world;
    const id = await world.published({ executor_ids: [designer.id, colleague.id] });
    const bytes = randomBytes(700);
    await upload(id, designer, '草图.png', bytes);
    const [row] = await read(id, designer);
    const attachment_id = row?.id ?? 0;
    const can = async (who: By) => (await read(id, who))[0]?.can_remove;
    expect(await Promise.all([designer, lead, colleague, manager, member].map(can))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    const detach = (who: By) => world.call(calls.detach, { id, attachment_id }, who);
    const restore = (who: By) => world.call(calls.restore, { id, attachment_id }, who);
    const url = await address(id, attachment_id, lead);
    expect((await detach(colleague)).code).toBe(1005);
    expect((await detach(lead)).code).toBe(0);
    expect(await read(id)).toEqual([]);
    expect((await detach(designer)).code).toBe(1006);
    expect((await restore(colleague)).code).toBe(1006);
    expect((await get(url)).status).toBe(404);
    expect((await restore(designer)).code).toBe(0);
    expect((await get(await address(id, attachment_id, lead))).status).toBe(200);
    expect((await detach(designer)).code).toBe(0);
    await app.modules.attachments.sweep();
    expect(await app.platform.storage.size(sha(bytes))).toBe(700);
    await app.platform.db.pool.query(`update attachment set removed_at = now() - interval '30 days' where id = $1`, [
      attachment_id,
    ]);
    await app.modules.attachments.sweep();
    expect(await app.platform.storage.size(sha(bytes))).toBe(null);
    expect((await restore(designer)).code).toBe(1006);
    const log = await app.platform.db.pool.query(
      `select event from action_log where target_kind = 'task' and target_id = $1 and event like 'attachments.%' order by id`,
      [id],
    );
    expect(log.rows.map(({ event }) => event)).toEqual([
      'attachments.added',
      'attachments.removed',
      'attachments.restored',
      'attachments.removed',
    ]);
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
