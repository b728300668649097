import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadImage } from '@prdm/contract/files/multipart';
import { index as notices } from '@prdm/contract/notices';
import { archive, memberDel } from '@prdm/contract/projects';
import { publish } from '@prdm/contract/tasks';
import { taskComments } from '@prdm/contract/tasks/comments';
import { buildPerson, buildProject, buildTask, PASSWORD } from '../../testing/worlds/builders.ts';
import { sendForm } from '../../testing/worlds/forms.ts';
import { pngOf } from '../../testing/worlds/pictures.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

let app: TestApp;
let world: TaskWorld;
const MORNING = new Date('2026-11-20T01:00:00Z');
let now = MORNING;
beforeAll(async () => {
  app = await startApp({ clock: { now: () => now } });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

interface By {
  readonly token: string;
}
const say = (id: number, by: By, text = '请核对标高', more: object = {}) =>
  world.call(taskComments.add, { id, text, ...more }, by);
const said = async (id: number, by: By, text?: string, more?: object): Promise<number> => {
  const answer = await say(id, by, text, more);
  expect([answer.code, answer.msg]).toEqual([0, '操作成功']);
  return answer.data.id as number;
};
const read = (id: number, by: By, paging: object = {}) => world.call(taskComments.index, { id, ...paging }, by);
const only = async (id: number, by: By) => (await read(id, by)).data.list[0];
const picture = async ({ token }: By): Promise<string> =>
  (
    await sendForm(`${app.address}${uploadImage.path}`, token, [
      ['file', { bytes: pngOf(4, 4, [9, 9, 9]), name: '图.png', type: 'image/png' }],
    ])
  ).data.url as string;
const inboxOf = async (by: By, id: number): Promise<{ content: string; pc_path: string }[]> =>
  (await world.notified(by, id)) as unknown as { content: string; pc_path: string }[];
const commentNotices = async (by: By, id: number) =>
  (await inboxOf(by, id)).filter(({ pc_path }) => pc_path.includes('comment='));

describe('the comments of a task', () => {
  it('are read and written by every reader, a carbon copy too, and by no one else', async () => {
    const { lead, manager, designer, member, stranger } = world;
    const id = await world.published({ cc_ids: [member.id] });
    for (const who of [lead, manager, designer, member]) await said(id, who);
    expect((await read(id, member)).data).toMatchObject({ total: 4 });
    expect((await say(id, stranger)).code).toBe(444);
    expect((await read(id, stranger)).code).toBe(444);
    expect((await say(id, { token: 'x' })).code).toBe(5);
    const draft = await world.draft();
    expect((await read(draft, member)).code).toBe(444);
    expect((await world.call(taskComments.index, { id: draft, project_id: world.projectId }, member)).code).toBe(1006);
    expect((await say(draft, lead)).code).toBe(0);
  });

  it('come in pages: the newest page first, the oldest comment of a page first', async () => {
    const id = await world.published();
    for (const n of [1, 2, 3, 4, 5]) await said(id, world.lead, `第${n}条`);
    const texts = async (paging: object) => {
      const { data } = await read(id, world.designer, paging);
      expect(data.total).toBe(5);
      return data.list.map(({ text }: { text: string }) => text);
    };
    expect(await texts({ size: 2 })).toEqual(['第4条', '第5条']);
    expect(await texts({ size: 2, page: 2 })).toEqual(['第2条', '第3条']);
    expect(await texts({ size: 2, page: 3 })).toEqual(['第1条']);
    expect(await texts({ ispage: 'not' })).toHaveLength(5);
  });

  it('need a text or a picture, and refuse a long text and a tenth picture', async () => {
    const id = await world.published();
    const refused = async (text: string, more: object = {}) => {
      const { code, data } = await say(id, world.lead, text, more);
      return [code, data.field];
    };
    expect(await refused('  ')).toEqual([1001, 'text']);
    expect(await refused('长'.repeat(2001))).toEqual([1001, 'text']);
    const url = await picture(world.lead);
    expect(await refused('', { pictures: Array<string>(10).fill(url) })).toEqual([1001, 'pictures']);
    expect(await refused('', { pictures: ['/etc/passwd'] })).toEqual([1001, 'pictures.0']);
    // A picture of another person, and one that a record already uses.
    expect(await refused('', { pictures: [await picture(world.designer)] })).toEqual([1001, 'pictures']);
    await said(id, world.lead, '', { pictures: [url] });
    expect(await refused('', { pictures: [url] })).toEqual([1001, 'pictures']);
    expect((await only(id, world.designer)).pictures).toEqual([url]);
    expect((await read(id, world.lead)).data.total).toBe(1);
  });
});

describe('a mention', () => {
  it('gives one notice per person that opens the task at the comment, and none to the author', async () => {
    const { lead, designer, member, colleague } = world;
    const id = await world.published({ executor_ids: [designer.id] });
    const comment = await said(id, lead, `@李设计 @吴成员 请看`, { mention_ids: [designer.id, member.id, lead.id] });
    await expect.poll(() => commentNotices(member, id)).toHaveLength(1);
    expect(await commentNotices(member, id)).toMatchObject([
      { content: '赵专负在“三层平面图”的讨论中提到了您', pc_path: `/file/task/index?id=${id}&comment=${comment}` },
    ]);
    // The executor is mentioned and concerned: one notice.
    expect(await commentNotices(designer, id)).toMatchObject([{ content: '赵专负在“三层平面图”的讨论中提到了您' }]);
    expect(await commentNotices(lead, id)).toEqual([]);
    await said(id, designer, '已修改');
    await expect.poll(() => commentNotices(lead, id)).toMatchObject([{ content: '李设计在“三层平面图”中发表了讨论' }]);
    expect(await commentNotices(colleague, id)).toEqual([]);
    expect((await only(id, lead)).mentions.map((one: { name: string }) => one.name).toSorted()).toEqual(
      [lead, designer, member].map(({ name }) => name).toSorted(),
    );
  });

  it('of a person who may not read the record is refused at the field by name, and changes nothing', async () => {
    const { lead, stranger, member, manager } = world;
    const id = await world.published();
    expect(await say(id, lead, '@外人', { mention_ids: [stranger.id] })).toMatchObject({
      code: 1001,
      msg: '外人不能查看此内容，无法提醒',
      data: { field: 'mention_ids' },
    });
    expect((await read(id, lead)).data.total).toBe(0);
    // A draft is hidden from ordinary members, not from a manager.
    const draft = await world.draft();
    expect((await say(draft, lead, '@吴成员', { mention_ids: [member.id] })).data.field).toBe('mention_ids');
    expect((await say(draft, lead, '@陈经理', { mention_ids: [manager.id] })).code).toBe(0);
    const leader = await buildPerson(app, { name: '郑院长', roles: ['leader'] });
    expect((await say(id, lead, '@郑院长', { mention_ids: [leader.id] })).code).toBe(0);
  });

  it('is offered for the readers of the record', async () => {
    const names = async (id: number) => {
      const { data } = await world.call(taskComments.readers, { id }, world.lead);
      return data.list.map(({ name }: { name: string }) => name);
    };
    const published = await names(await world.published());
    expect(published).toEqual(expect.arrayContaining(['陈经理', '赵专负', '李设计', '吴成员']));
    expect(published).not.toContain('外人');
    expect(await names(await world.draft())).toEqual(['赵专负']);
  });

  it('in an edit notifies only the newly mentioned', async () => {
    const { lead, member, colleague } = world;
    const id = await world.published();
    const comment = await said(id, lead, '@吴成员', { mention_ids: [member.id] });
    const mention_ids = [member.id, colleague.id];
    const edit = { id, comment_id: comment, version: 1, text: '@吴成员 @王设计', mention_ids };
    expect((await world.call(taskComments.edit, edit, lead)).code).toBe(0);
    await expect.poll(() => commentNotices(colleague, id)).toHaveLength(1);
    expect(await commentNotices(member, id)).toHaveLength(1);
  });
});

describe('an edit', () => {
  it('belongs to the author, for ten minutes, and a stale version gets 1009', async () => {
    const { lead, manager } = world;
    const id = await world.published();
    now = MORNING;
    const comment_id = await said(id, lead);
    const edit = (version: number, by: By, text = '改后') =>
      world.call(taskComments.edit, { id, comment_id, version, text }, by);
    expect((await edit(1, manager)).code).toBe(1005);
    expect(await only(id, manager)).toMatchObject({ edited_at: null, can: { edit: false, del: false } });
    now = new Date(MORNING.getTime() + 600_000);
    expect(await only(id, lead)).toMatchObject({ can: { edit: true, del: true } });
    expect((await edit(1, lead, '  ')).data.field).toBe('text');
    expect(await edit(1, lead)).toMatchObject({ code: 0, data: { version: 2 } });
    expect((await edit(1, lead, '又改')).code).toBe(1009);
    expect(await only(id, manager)).toMatchObject({ text: '改后', edited_at: '2026-11-20 09:10:00' });
    now = new Date(MORNING.getTime() + 600_001);
    expect(await only(id, lead)).toMatchObject({ can: { edit: false, del: true } });
    expect(await edit(2, lead)).toMatchObject({ code: 1008, msg: '发表超过 10 分钟，不能再编辑' });
    now = MORNING;
  });
});

describe('a deletion', () => {
  it('leaves a trace without content, is the author’s, and removes the pictures', async () => {
    const { lead, designer } = world;
    const id = await world.published();
    const url = await picture(lead);
    const comment_id = await said(id, lead, '发错了', { pictures: [url] });
    const del = (by: By) => world.call(taskComments.del, { id, comment_id }, by);
    expect((await del(designer)).code).toBe(1005);
    expect((await fetch(app.address + url)).status).toBe(200);
    expect((await del(lead)).code).toBe(0);
    expect(await only(id, designer)).toMatchObject({
      text: '',
      pictures: [],
      mentions: [],
      deleted: true,
      author: { name: '赵专负' },
      can: { edit: false, del: false },
    });
    expect((await fetch(app.address + url)).status).toBe(404);
    expect((await del(lead)).code).toBe(1006);
    const log = await app.platform.db.pool.query(
      `select event, before, after from action_log where target_kind = 'task' and target_id = $1 and event like 'comments.%' order by id`,
      [id],
    );
    expect(log.rows.map((row) => [row.event, row.before?.text, row.after?.text])).toEqual([
      ['comments.added', undefined, '发错了'],
      ['comments.deleted', '发错了', undefined],
    ]);
  });
});

describe('rights end with the record', () => {
  it('a comment of another task answers like a missing one', async () => {
    const [one, other] = [await world.published(), await world.published()];
    const comment_id = await said(one, world.lead);
    const answers = await Promise.all(
      [comment_id, 7_777_777].map((of) => world.call(taskComments.del, { id: other, comment_id: of }, world.lead)),
    );
    expect(answers.map(({ code, msg, data }) => [code, msg, data.field])).toEqual([
      [1006, '数据不存在', 'comment_id'],
      [1006, '数据不存在', 'comment_id'],
    ]);
  });

  it('an archived project answers 443, a removed member and a partner of another project 444', async () => {
    const sign = async (given: Parameters<typeof buildPerson>[1]) => {
      const built = await buildPerson(app, given);
      return { ...built, token: await app.signIn(built.account, PASSWORD) };
    };
    const [boss, guest, removed, partner] = [
      await sign({ name: '钱经理' }),
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
    const { id } = await buildTask(app, {
      projectId: project.id,
      assignerId: boss.id,
      executorIds: [boss.id],
      state: 'unprocessed',
    });
    const comment_id = await said(id, guest, '外方意见');
    await said(id, removed);
    expect((await world.call(memberDel, { project_id: project.id, user_id: removed.id }, boss)).code).toBe(0);
    for (const who of [removed, partner]) {
      expect((await read(id, who)).code).toBe(444);
      expect((await say(id, who)).code).toBe(444);
      expect((await world.call(taskComments.del, { id, comment_id }, who)).code).toBe(444);
    }
    const { rows } = await app.platform.db.pool.query('select version from project where id = $1', [project.id]);
    const closed = { project_id: project.id, version: rows[0].version, confirmed: true };
    expect((await world.call(archive, closed, boss)).code).toBe(0);
    expect((await read(id, guest)).code).toBe(443);
    expect((await say(id, guest)).code).toBe(443);
    expect((await world.call(taskComments.del, { id, comment_id }, guest)).code).toBe(443);
  });

  it('a comment sends one frame to the pages of the record', async () => {
    const id = await world.published();
    await said(id, world.lead);
    const { rows } = await app.platform.db.pool.query(
      `select frame, project_id from live_message where frame ->> 'type' like 'comment.%' and (frame ->> 'id')::int = $1`,
      [id],
    );
    expect(rows).toEqual([
      { project_id: world.projectId, frame: { type: 'comment.task', id, project_id: world.projectId } },
    ]);
  });

  it('the executor gets no notice of a comment on a draft', async () => {
    const draft = await world.draft();
    await said(draft, world.manager, '先改标题');
    await expect.poll(() => commentNotices(world.lead, draft)).toHaveLength(1);
    expect((await world.act(publish, draft, world.lead)).code).toBe(0);
    expect(await commentNotices(world.designer, draft)).toEqual([]);
    expect((await world.call(notices, {}, world.designer)).code).toBe(0);
  });
});
