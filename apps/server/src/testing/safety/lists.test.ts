import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { del as noticeDel, index as noticeIndex, read as noticeRead } from '@prdm/contract/notices';
import { ownSessions, sessionEnd } from '@prdm/contract/identity/sessions';
import { personSessionEnd } from '@prdm/contract/organisation/person-sessions';
import { info } from '@prdm/contract/me';
import type { Endpoint } from '@prdm/contract/kit';
import { userHandOver } from '@prdm/contract/organisation/work';
import { memberAdd, memberDel, roles } from '@prdm/contract/projects';
import { taskComments } from '@prdm/contract/tasks/comments';
import * as delegations from '@prdm/contract/processes/delegations';
import { requestOf } from '../matrix/cells.ts';
import { sampleInput } from '../matrix/samples.ts';
import { callAt, signInAt } from '../servers/start-two.ts';
import { buildFile, buildPerson, buildProject, buildTask, PASSWORD, type BuiltPerson } from '../worlds/builders.ts';
import { rowsOfSheet } from '../worlds/sheets.ts';
import { parallel, startSafety, type Safety } from './steps.ts';

let safety: Safety;
beforeAll(async () => {
  safety = await startSafety();
}, 120_000);
afterAll(() => safety.stop(), 60_000);

const MARK = 'q7lost';

/** The calls that read without an id: lists, counts, searches and exports. */
const LISTS = registry.filter(
  (endpoint) =>
    (endpoint.method === 'GET' || endpoint.inputFrom === 'query') &&
    endpoint.access !== 'public' &&
    ['form', 'download'].includes(endpoint.transport) &&
    endpoint.path !== '/apis/notice/readAll' &&
    endpoint.input.safeParse(listInput(endpoint)).success,
);
function listInput(endpoint: Endpoint): unknown {
  return sampleInput(endpoint, () => null, { onlyNeeded: true, fill: (at) => (at === 'word' ? MARK : undefined) });
}

/** The answers of every list in two forms: with a word of the project, and whole. */
async function answersOf(token: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const ask = async (endpoint: Endpoint, input: unknown, turn: number): Promise<void> => {
    const { method, url, headers } = requestOf(endpoint, input, token);
    const response = await fetch(`${safety.at(turn)}${url}`, { method, headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isSheet = response.headers.get('content-type')?.includes('spreadsheet') === true;
    const text = isSheet ? JSON.stringify(await rowsOfSheet(bytes)) : bytes.toString();
    answers.set(`${endpoint.path} ${JSON.stringify(input)}`, text);
  };
  await parallel(2, async (process) => {
    for (const [turn, endpoint] of LISTS.entries())
      if (turn % 2 === process)
        for (const input of [listInput(endpoint), sampleInput(endpoint, () => null, { onlyNeeded: true })])
          await ask(endpoint, input, process);
  });
  return answers;
}
/** The call and its input, for each answer that holds the word. */
const holding = (answers: ReadonlyMap<string, string>, word: string): string[] =>
  [...answers].filter(([, text]) => text.includes(word)).map(([call]) => call);

/** A project of somebody else whose records all have the mark in their names. */
async function markedProject(person: BuiltPerson, managerId: number) {
  const { two } = safety;
  const project = await buildProject(two, {
    name: `${MARK} 项目`,
    managerId,
    members: [{ id: person.id, roles: ['designer'] }],
  });
  const given = { projectId: project.id, assignerId: project.managerId, executorIds: [person.id] };
  await buildTask(two, { ...given, fields: { title: `${MARK} 任务` } });
  const reviewed = {
    ...given,
    executorIds: [project.managerId],
    reviewers: [[person.id]],
    state: 'under_review' as const,
  };
  await buildTask(two, { ...reviewed, fields: { title: `${MARK} 校审` } });
  await buildFile(two, { projectId: project.id, by: person.id, name: `${MARK}图.dwg` });
  return project;
}

/** The person's work goes to a colleague, and the manager removes the person from the project. */
async function leave(
  person: BuiltPerson,
  project: { id: number; managerId: number },
  colleague: BuiltPerson,
): Promise<string> {
  const { at, admin } = safety;
  for (const kind of ['task', 'process'] as const) {
    const handing = { id: person.id, kind, to_id: colleague.id };
    expect(await callAt(at(0), userHandOver, handing, await admin())).toMatchObject({ code: 0, data: { left: [] } });
  }
  const manager = await signInAt(at(1), await accountOf(project.managerId), PASSWORD);
  const gone = { project_id: project.id, user_id: person.id };
  expect(await callAt(at(1), memberDel, gone, manager)).toMatchObject({ code: 0 });
  return manager;
}

const accountOf = async (id: number): Promise<string> =>
  (await safety.query('select account from account where id = $1', [id])).rows[0].account;

it('S12: lists, counts, searches and exports of a person who lost a project are those of before it', async () => {
  const { at, two } = safety;
  // People are no data of the project, so they exist before.
  const [person, manager, colleague] = [await buildPerson(two), await buildPerson(two), await buildPerson(two)];
  const token = await signInAt(at(0), person.account, PASSWORD);
  const before = await answersOf(token);
  expect(before.size).toBeGreaterThan(60);
  expect(holding(before, MARK).filter((call) => !call.includes('why'))).toEqual([]);
  const project = await markedProject(person, manager.id);
  await expect.poll(async () => (await callAt(at(1), info, {}, token)).data.notice_count).toBeGreaterThan(0);
  const within = await answersOf(token);
  const shown = new Set(holding(within, MARK).map((call) => call.split(' ')[0]));
  console.log(`S12: ${LISTS.length} lists, ${shown.size} of them show the project to its member`);
  for (const path of ['project/index', 'task/index', 'fhome/index', 'fhome/find', 'notice/index', 'review/index'])
    expect([...shown]).toContain(`/apis/${path}`);

  await leave(person, project, colleague);
  const after = await answersOf(token);
  expect(holding(after, MARK)).toEqual([]);
  const changed = [...after]
    .filter(([call, text]) => text !== before.get(call))
    .map(([call, text]) => ({ call, before: before.get(call), text }));
  expect(changed).toEqual([]);
}, 120_000);

it('S56: with a lost project the badge and the inbox shrink, and with the project they return', async () => {
  const { at, query, two } = safety;
  const person = await buildPerson(two);
  const project = await markedProject(person, (await buildPerson(two)).id);
  const token = await signInAt(at(0), person.account, PASSWORD);
  const badge = async (turn: number) => (await callAt(at(turn), info, {}, token)).data.notice_count;
  const inbox = async (turn: number) => (await callAt(at(turn), noticeIndex, {}, token)).data;
  await expect.poll(() => badge(1)).toBeGreaterThan(0);
  const [had, { list, total }] = [await badge(0), await inbox(1)];
  expect(total).toBe(had);
  expect(list.every(({ pc_path }) => /^\/(?![/\\])/.test(pc_path))).toBe(true);
  const manager = await leave(person, project, await buildPerson(two));
  for (const turn of [0, 1]) {
    expect(await badge(turn)).toBe(0);
    expect(await inbox(turn)).toMatchObject({ list: [], total: 0 });
    for (const { id } of list)
      for (const call of [noticeRead, noticeDel])
        expect((await callAt(at(turn), call, { id }, token)).code, call.path).toBe(1006);
  }
  const [role] = (await callAt(at(0), roles, {}, manager)).data.list.filter(({ key }) => key === 'designer');
  const back = { project_id: project.id, user_ids: [person.id], role_ids: [role?.id] };
  expect(await callAt(at(0), memberAdd, back, manager)).toMatchObject({ code: 0 });
  expect(await badge(1)).toBeGreaterThanOrEqual(had);
  // No mail carries a title.
  expect((await query('select 1 from mail where subject like $1 or body like $1', [`%${MARK}%`])).rows).toEqual([]);
}, 60_000);

it('S06: notices, sessions, comments and delegations of another person stay, also by the next id', async () => {
  const { at, query, two } = safety;
  const [mine, theirs] = [await buildPerson(two), await buildPerson(two)];
  const members = [mine, theirs].map(({ id }) => ({ id, roles: ['designer' as const] }));
  const project = await buildProject(two, { members });
  const given = { projectId: project.id, assignerId: project.managerId };
  const tokens = [
    await signInAt(at(0), mine.account, PASSWORD),
    await signInAt(at(1), theirs.account, PASSWORD),
  ] as const;
  const [own, other] = tokens;
  const ids = { task: 0, comment: 0, delegation: 0 };
  for (const person of [mine, theirs]) ids.task = (await buildTask(two, { ...given, executorIds: [person.id] })).id;
  const onTask = { project_id: project.id, id: ids.task };
  for (const token of tokens) {
    const comment = await callAt(at(0), taskComments.add, { ...onTask, text: '一句话' }, token);
    const to_id = token === own ? theirs.id : mine.id;
    const delegation = await callAt(at(0), delegations.add, { to_id, to_at: '2027-01-04 09:00:00' }, token);
    expect([comment.code, delegation.code]).toEqual([0, 0]);
    [ids.comment, ids.delegation] = [comment.data.id, delegation.data.id];
  }
  await expect.poll(async () => (await callAt(at(1), noticeIndex, {}, other)).data.total).toBeGreaterThan(0);
  const { list } = (await callAt(at(1), noticeIndex, {}, other)).data;
  const [session] = (await callAt(at(1), ownSessions, {}, other)).data.list;
  const state = async () =>
    (
      await query(
        `select (select md5(string_agg(n::text, '' order by id)) from notice n where user_id = $1) as notices,
          (select count(*) from session where user_id = $1 and ended_at is null) as sessions,
          (select md5(string_agg(c::text, '' order by id)) from comment c where author_id = $1) as comments,
          (select md5(string_agg(d::text, '' order by id)) from process_delegation d where from_id = $1) as delegations`,
        [theirs.id],
      )
    ).rows[0];
  const before = await state();
  for (const turn of [0, 1]) {
    const refused = async (call: Endpoint, input: object) => {
      const { code } = await callAt(at(turn), call, input, own);
      expect([1005, 1006, 444], `${call.path} ${JSON.stringify(input)}: ${code}`).toContain(code);
    };
    for (const { id } of list) for (const call of [noticeRead, noticeDel]) await refused(call, { id });
    await refused(sessionEnd, { key: session?.key });
    await refused(personSessionEnd, { id: theirs.id, key: session?.key });
    await refused(personSessionEnd, { id: theirs.id, all: '1' });
    await refused(taskComments.edit, { ...onTask, comment_id: ids.comment, version: 1, text: '改过' });
    await refused(taskComments.del, { ...onTask, comment_id: ids.comment });
    await refused(delegations.edit, { id: ids.delegation, version: 1, to_at: '2027-01-05 09:00:00' });
    await refused(delegations.end, { id: ids.delegation, version: 1 });
  }
  expect(await state()).toEqual(before);
  expect((await callAt(at(0), ownSessions, {}, other)).data.list).toHaveLength(1);
});
