import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as me from '@prdm/contract/me';
import * as notices from '@prdm/contract/notices';
import type { Notice } from '@prdm/contract/notices';
import { SYSTEM_NAME } from '../../platform/actor.ts';
import { actorOf, Crew } from '../../testing/worlds/approvals.ts';
import { buildArchivedProject, buildProject, theEnterprise, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { plansOf } from '../../testing/recorded-plans.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import type { NoticeDraft } from './index.ts';
import { noticesRepo } from './notices.repo.ts';

let app: TestApp;
let crew: Crew;
let enterpriseId: number;
let serial = 0;

beforeAll(async () => {
  app = await startApp({ works: false });
  crew = new Crew(app);
  enterpriseId = await theEnterprise(app);
});
afterAll(() => app.stop());

const notify = (people: readonly BuiltPerson[], over: Partial<NoticeDraft> = {}): Promise<void> =>
  app.platform.db.transaction((trx) => {
    serial += 1;
    return app.modules.notices.notify(trx, {
      enterpriseId,
      userIds: people.map((person) => person.id),
      type: 'next_task',
      projectId: null,
      source: { kind: 'task', id: serial },
      text: { key: 'notices.stageOpened', params: { name: '施工图', stage: '校对' } },
      pcPath: `/file/task/index?id=${serial}`,
      onceKey: `test:${serial}`,
      ...over,
    });
  });
const listOf = async (person: BuiltPerson, input: object = {}): Promise<Notice[]> => {
  const { code, data } = await crew.call(person, notices.index, input);
  expect(code).toBe(0);
  return data.list as Notice[];
};
const UNREAD = { a: 'no_read', ispage: 'not' };
const badge = async (person: BuiltPerson): Promise<number> => (await crew.call(person, me.info)).data.notice_count;
const personWith = async (count: number): Promise<BuiltPerson> => {
  const person = await crew.person();
  for (let n = 0; n < count; n += 1) await notify([person]);
  return person;
};

describe('the inbox', () => {
  it('[EN-017] a notice has the eight fields, send_time to the minute', async () => {
    const person = await crew.person();
    const project = await buildProject(app, { members: [{ id: person.id, roles: ['designer'] }] });
    await notify([person], {
      projectId: project.id,
      source: { kind: 'task', id: 77 },
      pcPath: '/file/task/index?id=77',
    });
    const [notice] = await listOf(person);
    expect(notice).toEqual({
      id: expect.any(Number),
      type: 'next_task',
      project_id: project.id,
      project_name: project.name,
      project_archived: false,
      content: '“施工图”已到“校对”节点，请审核',
      send_time: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/),
      pc_path: '/file/task/index?id=77',
      source_id: 77,
      is_read: false,
    });
    const { rows } = await app.platform.db.pool.query(
      `select to_char(send_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at from notice where id = $1`,
      [notice?.id],
    );
    expect(notice?.send_time).toBe((rows as { at: string }[])[0]?.at);
  });

  it('uses the language of the reader and shows names unchanged', async () => {
    const person = await crew.person();
    await notify([person], {
      text: { key: 'notices.stageOpened', params: { name: '<b>$t(codes.0){{x}}', stage: 'A' } },
    });
    const token = await crew.tokenOf(person);
    const content = async (lang: string) =>
      (await app.call(notices.index, {}, { token, lang })).data.list[0].content as string;
    expect(await content('zh')).toBe('“<b>$t(codes.0){{x}}”已到“A”节点，请审核');
    expect(await content('en')).toBe('“<b>$t(codes.0){{x}}” has reached the stage “A” and waits for your review');
    expect(await content('tw')).toBe('“<b>$t(codes.0){{x}}”已到“A”節點，請審核');
  });

  it('names the program itself in the language of the reader', async () => {
    const person = await crew.person();
    await notify([person], { text: { key: 'tasks.notice.published', params: { name: '首层', by: SYSTEM_NAME } } });
    const token = await crew.tokenOf(person);
    const content = async (lang: string) =>
      (await app.call(notices.index, {}, { token, lang })).data.list[0].content as string;
    expect(await content('zh')).toBe('系统给您指派了任务“首层”');
    expect(await content('en')).toBe('The system assigned you the task “首层”');
  });

  it('reports that its project is archived, and stays readable', async () => {
    const person = await crew.person();
    const members = [{ id: person.id, roles: ['designer' as const] }];
    const closed = await buildArchivedProject(app, { members });
    const open = await buildProject(app, { members });
    for (const { id } of [closed, open]) await notify([person], { projectId: id });
    const list = await listOf(person, UNREAD);
    expect(list.map((notice) => [notice.project_name, notice.project_archived])).toEqual([
      [open.name, false],
      [closed.name, true],
    ]);
    expect((await crew.call(person, notices.read, { id: list[1]?.id })).code).toBe(0);
    expect(await badge(person)).toBe(1);
  });

  it('[ST-016] a new notice is unread; after reading it is not in the unread list', async () => {
    const person = await personWith(1);
    const [fresh] = await listOf(person, UNREAD);
    expect(fresh?.is_read).toBe(false);
    expect((await crew.call(person, notices.read, { id: fresh?.id })).code).toBe(0);
    expect(await listOf(person, UNREAD)).toEqual([]);
    expect((await listOf(person)).map((notice) => notice.is_read)).toEqual([true]);
  });

  it('[API-017] a=no_read with ispage=not returns exactly the unread notices, unpaged', async () => {
    const person = await personWith(5);
    const all = await listOf(person);
    for (const notice of all.slice(0, 3)) await crew.call(person, notices.read, { id: notice.id });
    const { data } = await crew.call(person, notices.index, UNREAD);
    expect(data.list.map((notice: Notice) => notice.id)).toEqual(all.slice(3).map((notice) => notice.id));
    expect([data.total, Object.keys(data).toSorted()]).toEqual([2, ['list', 'total']]);
    const page = await crew.call(person, notices.index, { page: 2, size: 2 });
    expect(page.data).toMatchObject({ total: 5, page: 2, size: 2 });
    expect(page.data.list.map((notice: Notice) => notice.id)).toEqual(all.slice(2, 4).map((notice) => notice.id));
  });

  it('[API-018] readAll marks all own notices and no others', async () => {
    const [person, other] = [await personWith(3), await personWith(1)];
    expect((await crew.call(person, notices.readAll)).code).toBe(0);
    expect(await listOf(person, UNREAD)).toEqual([]);
    expect(await badge(person)).toBe(0);
    expect(await badge(other)).toBe(1);
  });

  it('[API-019] a deleted notice disappears; another user’s notice answers 1006 and stays', async () => {
    const [person, other] = [await personWith(1), await personWith(1)];
    const [own] = await listOf(person);
    const [foreign] = await listOf(other);
    expect((await crew.call(person, notices.del, { id: foreign?.id })).code).toBe(1006);
    expect((await crew.call(person, notices.read, { id: foreign?.id })).code).toBe(1006);
    expect(await badge(other)).toBe(1);
    expect((await crew.call(person, notices.del, { id: own?.id })).code).toBe(0);
    expect(await listOf(person)).toEqual([]);
    expect((await crew.call(person, notices.del, { id: own?.id })).code).toBe(1006);
  });

  it('[API-020] mark-read with an id leaves the others unread; without an id it marks all', async () => {
    const person = await personWith(3);
    const [one] = await listOf(person);
    expect((await crew.call(person, notices.read, { id: one?.id })).code).toBe(0);
    expect([(await listOf(person, UNREAD)).length, await badge(person)]).toEqual([2, 2]);
    expect((await crew.call(person, notices.read)).code).toBe(0);
    expect([(await listOf(person, UNREAD)).length, await badge(person)]).toEqual([0, 0]);
    expect((await crew.call(person, notices.read, { id: '' })).code).toBe(1001);
  });

  it('counts at most to 1001', async () => {
    const person = await crew.person();
    await app.platform.db.pool.query(
      `insert into notice (enterprise_id, user_id, type, source_kind, text_key, pc_path, once_key)
       select $1, $2, 'system', 'test', 'notices.paused', '/', 'bulk' || n from generate_series(1, 1500) n`,
      [enterpriseId, person.id],
    );
    expect(await badge(person)).toBe(1001);
    const { data } = await crew.call(person, notices.index, UNREAD);
    expect([data.list.length, data.total]).toEqual([1000, 1001]);
  });
});

it('list and badge use their indexes for any number of notices', async () => {
  const people = await crew.people(10);
  await app.platform.db.pool.query(
    `insert into notice (enterprise_id, user_id, type, source_kind, text_key, pc_path, once_key)
     select $1, ($2::bigint[])[n % 10 + 1], 'system', 'test', 'x', '/', 'plan' || n from generate_series(1, 20000) n`,
    [enterpriseId, people.map((person) => person.id)],
  );
  await app.platform.db.pool.query('analyze notice');
  for (const scope of [{ except: [] }, { except: [9] }, [1, 2, 3]]) {
    const reader = { userId: people[3]?.id ?? 0, scope };
    const nodes = await plansOf(app, async (db) => {
      const repo = noticesRepo(db, enterpriseId);
      for (const onlyUnread of [true, false]) {
        await repo.list(reader, onlyUnread, { limit: 20, offset: 0 });
        await repo.count(reader, onlyUnread);
      }
    });
    expect(nodes.filter((node) => /Seq Scan|^Sort/.test(node))).toEqual([]);
  }
});

describe('rights', () => {
  it('a user who loses the project loses its notices in list and badge, and sees them again on return', async () => {
    const person = await crew.person();
    const project = await buildProject(app, { members: [{ id: person.id, roles: ['designer'] }] });
    await notify([person]);
    await notify([person], { projectId: project.id });
    const [inProject] = await listOf(person);
    expect(await badge(person)).toBe(2);
    const actor = actorOf(enterpriseId, person);
    await app.platform.db.transaction((trx) => app.modules.projects.removeMember(trx, actor, project.id, person.id));
    const remaining = async () => (await listOf(person)).filter((notice) => notice.project_id === project.id).length;
    expect(await remaining()).toBe(0);
    const without = await badge(person);
    expect((await crew.call(person, notices.index)).data.total).toBe(without);
    expect((await crew.call(person, notices.read, { id: inProject?.id })).code).toBe(1006);
    await crew.call(person, notices.readAll);
    await app.platform.db.transaction((trx) =>
      app.modules.projects.addMember(trx, actor, project.id, { userId: person.id, roleKeysOrIds: ['designer'] }),
    );
    expect(await remaining()).toBe(1);
    expect((await listOf(person, UNREAD)).some((notice) => notice.id === inProject?.id)).toBe(true);
  });

  it('accepts only paths of the product', async () => {
    const person = await crew.person();
    for (const pcPath of ['https://evil.example/', '//evil.example', '/\\evil.example', 'file/index', ''])
      await expect(notify([person], { pcPath })).rejects.toThrow('leads to a page');
    await expect(
      app.platform.db.pool.query(
        `insert into notice (enterprise_id, user_id, type, source_kind, text_key, pc_path, once_key)
         values ($1, $2, 'system', 'test', 'x', '//evil.example', 'evil')`,
        [enterpriseId, person.id],
      ),
    ).rejects.toThrow('notice_pc_path_local');
    expect(await listOf(person)).toEqual([]);
  });
});

describe('once', () => {
  it('the same event makes one notice per user, also after its deletion', async () => {
    const [a, b] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    await notify([a, a], { onceKey: 'same' });
    await notify([a, b], { onceKey: 'same' });
    expect([await badge(a), await badge(b)]).toEqual([1, 1]);
    const [notice] = await listOf(a);
    await crew.call(a, notices.del, { id: notice?.id });
    await notify([a], { onceKey: 'same' });
    expect(await badge(a)).toBe(0);
  });
});

describe('live', () => {
  it('a new, read or deleted notice reaches every browser of the user and no other', async () => {
    const [person, other] = (await crew.people(2)) as [BuiltPerson, BuiltPerson];
    const browsers = await Promise.all([listen(person), listen(person), listen(other)]);
    const received = () => browsers.map((browser) => browser.received());
    await notify([person]);
    await vi.waitFor(() => expect(received()).toEqual([1, 1, 0]), 5000);
    const [notice] = await listOf(person);
    await crew.call(person, notices.read, { id: notice?.id });
    await vi.waitFor(() => expect(received()).toEqual([2, 2, 0]), 5000);
    await crew.call(person, notices.read, { id: notice?.id });
    await crew.call(person, notices.del, { id: notice?.id });
    await vi.waitFor(() => expect(received()).toEqual([3, 3, 0]), 5000);
    for (const browser of browsers) browser.close();
  });
});

/** A live connection of a browser; `received` counts the notice messages. */
async function listen(person: BuiltPerson): Promise<{ received(): number; close(): void }> {
  const socket = new WebSocket(`${app.address.replace('http', 'ws')}/apis/live`);
  const frames: { type: string }[] = [];
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as { type: string }));
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send(JSON.stringify({ token: await crew.tokenOf(person) }));
  await vi.waitFor(() => expect(frames.some((frame) => frame.type === 'ready')).toBe(true), 5000);
  return { received: () => frames.filter((frame) => frame.type === 'notice').length, close: () => socket.close() };
}
