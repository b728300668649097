import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archive, memberDel } from '@prdm/contract/projects';
import { taskAttachments as calls } from '@prdm/contract/tasks/attachments';
import { buildProject, buildTask } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';
import { sha, taskFiles, type By } from '../../testing/worlds/areas/task-files.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const { read, address, get, upload, begin, sign } = taskFiles(() => world);

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
