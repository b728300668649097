import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clear, del as deleteFiles } from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import { submit } from '@prdm/contract/tasks';
import { taskAttachments as calls } from '@prdm/contract/tasks/attachments';
import { buildFile } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

/** The program runs with a clock that the test moves over the retention. */
const DAY = 24 * 3_600_000;
const time = { ahead: 0 };
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false, clock: { now: () => new Date(Date.now() + time.ahead) } });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const stored = (text: string): Promise<number | null> => app.platform.storage.size(sha(text));

it('a handed-in file keeps its bytes over the sweep, thirty days after attachment and source are gone', async () => {
  const task = await world.started();
  const attach = async (name: string, bytes: string) => {
    const { id } = await buildFile(app, { projectId: world.projectId, by: world.manager.id, name, bytes });
    const { data } = await world.call(calls.attach, { id: task, files: [{ file_id: id }] }, world.manager);
    return { fileId: id, id: data.ids[0] as number };
  };
  const [handed, other] = [await attach('平面图.dwg', 'plan'), await attach('草稿.dwg', 'draft')];
  expect((await world.act(submit, task, world.designer, { attachment_ids: [handed.id] })).code).toBe(0);
  for (const { id } of [handed, other])
    expect((await world.call(calls.detach, { id: task, attachment_id: id }, world.lead)).code).toBe(0);
  const gone = await world.call(deleteFiles, { file_ids: [handed.fileId, other.fileId] }, world.manager);
  const input = { project_id: world.projectId, trash_ids: gone.data.trash_ids };
  expect((await world.call(clear, input, world.manager)).code).toBe(0);

  time.ahead = LIMITS.recycleDays * DAY - 3_600_000;
  await app.modules.attachments.sweep();
  expect([await stored('plan'), await stored('draft')]).toEqual([4, 5]);
  time.ahead = LIMITS.recycleDays * DAY + 3_600_000;
  await app.modules.attachments.sweep();
  // The sweep of bytes without an owner leaves out the last hour.
  await app.platform.db.pool.query(`update blob set created_at = now() - interval '2 hours'`);
  await app.modules.files.sweepTrash();
  expect([await stored('plan'), await stored('draft')]).toEqual([4, null]);

  time.ahead = 0;
  const { data } = await world.call(calls.index, { id: task }, world.proofreader);
  expect(data.list.map(({ round, name }: { round: number; name: string }) => [round, name])).toEqual([
    [1, '平面图.dwg'],
  ]);
  const opened = await world.call(calls.open, { id: task, attachment_id: data.list[0].id }, world.proofreader);
  expect(await (await fetch(`${app.address}${String(opened.data.url)}`)).text()).toBe('plan');
});

it('a record with more files than an answer holds shows the newest hand-in and its own attachments', async () => {
  const task = await world.started();
  const { id } = await buildFile(app, {
    projectId: world.projectId,
    by: world.manager.id,
    name: '总图.dwg',
    bytes: 'site',
  });
  const { data } = await world.call(calls.attach, { id: task, files: [{ file_id: id }] }, world.manager);
  await app.platform.db.pool.query(
    `insert into attachment (enterprise_id, kind, record_id, round, name, ext, size, sha256, added_by)
     select enterprise_id, kind, record_id, r, name, ext, size, sha256, added_by
     from attachment, generate_series(1, $2) r, generate_series(1, $3) where id = $1`,
    [data.ids[0], LIMITS.unpagedMax / LIMITS.attachmentsMax + 1, LIMITS.attachmentsMax],
  );
  const list = (await world.call(calls.index, { id: task }, world.proofreader)).data.list as { round: number }[];
  const rounds = [...new Set(list.map(({ round }) => round))];
  expect([list.length, rounds[0], rounds.at(-1)]).toEqual([LIMITS.unpagedMax, 0, 21]);
  expect(list.filter(({ round }) => round === 21)).toHaveLength(LIMITS.attachmentsMax);
});
