import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { del as deleteFiles } from '@prdm/contract/files';
import { notPass } from '@prdm/contract/processes/review';
import { submit } from '@prdm/contract/tasks';
import { taskAttachments as calls } from '@prdm/contract/tasks/attachments';
import { buildFile } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type Signed, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

interface Row {
  readonly id: number;
  readonly round: number;
  readonly name: string;
  readonly sha256: string;
  readonly can_remove: boolean;
  readonly source: { version_no: number; newest_no: number | null } | null;
}
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const rows = async (id: number, by: Signed = world.proofreader): Promise<Row[]> =>
  (await world.call(calls.index, { id }, by)).data.list as Row[];
const ofRound = async (id: number, round: number) => (await rows(id)).filter((row) => row.round === round);
const attached = async (taskId: number, name: string, bytes: string): Promise<{ fileId: number; id: number }> => {
  const { id: fileId } = await buildFile(app, { projectId: world.projectId, by: world.manager.id, name, bytes });
  const answer = await world.call(calls.attach, { id: taskId, files: [{ file_id: fileId }] }, world.manager);
  expect(answer.code, answer.msg).toBe(0);
  return { fileId, id: answer.data.ids[0] as number };
};
const handIn = (taskId: number, ids: readonly number[]) =>
  world.act(submit, taskId, world.designer, { attachment_ids: ids });

describe('a submission with files', () => {
  it('freezes the named attachments for its round, and no other', async () => {
    const task = await world.started();
    const plan = await attached(task, '平面图.dwg', 'plan 1');
    await attached(task, '草稿.txt', 'draft');
    expect((await handIn(task, [plan.id])).code).toBe(0);
    const frozen = await ofRound(task, 1);
    expect(frozen.map(({ name, sha256, can_remove }) => [name, sha256, can_remove])).toEqual([
      ['平面图.dwg', sha('plan 1'), false],
    ]);
    expect(await ofRound(task, 0)).toHaveLength(2);
  });

  it('keeps its files when attachment and source go, and opens them to the reviewers', async () => {
    const task = await world.started();
    const plan = await attached(task, '剖面图.dwg', 'section 1');
    await handIn(task, [plan.id]);
    const detached = await world.call(calls.detach, { id: task, attachment_id: plan.id }, world.lead);
    expect(detached.code, detached.msg).toBe(0);
    const removed = await world.call(deleteFiles, { file_ids: [plan.fileId] }, world.manager);
    expect(removed.code, removed.msg).toBe(0);
    const [row] = await ofRound(task, 1);
    expect(row?.sha256).toBe(sha('section 1'));
    const opened = await world.call(calls.open, { id: task, attachment_id: row?.id }, world.proofreader);
    const bytes = await fetch(`${app.address}${String(opened.data.url)}`);
    expect([opened.code, bytes.status]).toEqual([0, 200]);
    expect(await bytes.text()).toBe('section 1');
    // The assigner removes any attachment of the task. A handed-in one stays.
    expect((await world.call(calls.detach, { id: task, attachment_id: row?.id }, world.lead)).code).toBe(1008);
    expect((await world.call(calls.index, { id: task }, world.stranger)).code).not.toBe(0);
  });

  it('of a second round stands beside that of the first', async () => {
    const task = await world.started();
    const first = await attached(task, '立面图.dwg', 'front 1');
    await handIn(task, [first.id]);
    const seat_id = await world.assignmentOf(task, world.proofreader.id);
    await world.call(notPass, { seat_id, comment: '尺寸缺失', to: 'starter' }, world.proofreader);
    const second = await attached(task, '立面图.dwg', 'front 2');
    const again = await handIn(task, [second.id]);
    expect(again.code, again.msg).toBe(0);
    expect((await ofRound(task, 1)).map(({ sha256 }) => sha256)).toEqual([sha('front 1')]);
    expect((await ofRound(task, 2)).map(({ sha256 }) => sha256)).toEqual([sha('front 2')]);
  });

  it('is refused as a whole for a file that is gone, and for a file of another task', async () => {
    const [task, other] = [await world.started(), await world.started()];
    const kept = await attached(task, '总图.dwg', 'site');
    const gone = await attached(task, '旧图.dwg', 'old');
    await world.call(calls.detach, { id: task, attachment_id: gone.id }, world.lead);
    const answer = await handIn(task, [kept.id, gone.id]);
    expect([answer.code, answer.data?.field ?? answer.data]).toEqual([1006, 'attachment_ids.1']);
    const foreign = await attached(other, '别的.dwg', 'other');
    expect((await handIn(task, [foreign.id])).code).toBe(1006);
    expect(await ofRound(task, 1)).toEqual([]);
    expect((await world.read(task)).status).toBe('in_progress');
    expect((await handIn(task, [kept.id])).code).toBe(0);
  });

  it('names a file that its own person removed after picking it', async () => {
    const task = await world.started();
    const { id: fileId } = await buildFile(app, {
      projectId: world.projectId,
      by: world.designer.id,
      name: '走廊.dwg',
      bytes: 'x',
    });
    const added = await world.call(calls.attach, { id: task, files: [{ file_id: fileId }] }, world.designer);
    expect(added.code, added.msg).toBe(0);
    const [id] = added.data.ids as number[];
    await world.call(calls.detach, { id: task, attachment_id: id }, world.designer);
    const answer = await handIn(task, [id ?? 0]);
    expect([answer.code, answer.data.field, answer.msg]).toEqual([
      1006,
      'attachment_ids.0',
      expect.stringContaining('走廊.dwg'),
    ]);
    expect((await world.read(task)).status).toBe('in_progress');
  });
});
