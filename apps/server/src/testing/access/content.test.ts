import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { CONTENT_KEYS, type ContentKey } from '@prdm/contract/kit/content';
import { find } from '@prdm/contract/home';
import { userIndex } from '@prdm/contract/organisation';
import * as projects from '@prdm/contract/projects';
import { userInfo, userModify } from '@prdm/contract/staff';
import * as tasks from '@prdm/contract/tasks';
import { opinionIndex, opinionInfo, opinionRecord } from '@prdm/contract/processes/opinions';
import { digestOf } from '../matrix/digest.ts';
import { startApp, type TestApp } from '../servers/start-app.ts';
import { buildContentWorld, PLANTED, plantedIn, READERS, variantsOf, type ContentWorld } from './content-world.ts';

let app: TestApp;
let world: ContentWorld;
beforeAll(async () => {
  app = await startApp({ works: false });
  world = await buildContentWorld(app);
}, 180_000);
afterAll(() => app.stop());

/** POST calls that answer data and change nothing, which a test below checks. */
const READING_POSTS = [
  '/apis/file/permissionList',
  '/apis/file/permissionPreview',
  '/apis/file/preview',
  '/apis/process/testRun',
  '/apis/pub/check',
  '/apis/pub/info',
  '/apis/role/preview',
  '/apis/task/attachOpen',
  '/apis/user/getUserAuths',
  '/apis/user/setting',
];
const posts = registry.filter(({ method, path }) => method === 'POST' && READING_POSTS.includes(path));
const reading = [
  ...posts,
  ...registry.filter(
    ({ transport, method, path }) => transport !== 'socket' && method === 'GET' && path !== '/apis/pub/logout',
  ),
];
const keyOf = (word: string) => CONTENT_KEYS.find((key) => (PLANTED[key] as readonly string[]).includes(word));

/** Every reading call with every variant: the calls that show a planted word of each key. */
async function shownTo(token: string, endpoints = reading) {
  const shown = new Map<string, Set<string>>();
  let passed = 0;
  for (const endpoint of endpoints) {
    const asked = new Set<string>();
    for (const input of variantsOf(endpoint, world)) {
      const same = JSON.stringify(input);
      if (asked.has(same)) continue;
      asked.add(same);
      const { words, code } = await plantedIn(app, endpoint, input, token);
      if (code === 0) passed += 1;
      for (const word of words) shown.set(word, new Set([...(shown.get(word) ?? []), endpoint.path]));
    }
  }
  return { shown, passed };
}

describe('content of others', () => {
  it('is in no answer to a reader without its key, and the others show it', { timeout: 900_000 }, async () => {
    const leaks: { name: string; word: string; paths: string[] }[] = [];
    const unseen: string[] = [];
    for (const name of READERS) {
      const { shown, passed } = await shownTo(world.tokens[name]);
      console.log(`content read as a reader ${name}: ${passed} answers without refusal`);
      expect(passed).toBeGreaterThan(300);
      for (const word of Object.values(PLANTED).flat()) {
        const paths = [...(shown.get(word) ?? [])].toSorted();
        if (name !== `without ${keyOf(word)}`) unseen.push(...(paths.length === 0 ? [`${name}: ${word}`] : []));
        else if (paths.length > 0) leaks.push({ name, word, paths });
      }
    }
    expect(leaks).toEqual([]);
    expect(unseen).toEqual([]);
  });

  it('is looked for in POST calls that answer data and change nothing', { timeout: 120_000 }, async () => {
    expect(posts.map(({ path }) => path).toSorted()).toEqual(READING_POSTS);
    const before = await digestOf(app);
    const { passed } = await shownTo(world.tokens['every key'], posts);
    expect(await digestOf(app)).toEqual(before);
    console.log(`content read by POST calls: ${passed} answers without refusal`);
    expect(passed).toBeGreaterThan(10);
  });

  const call = (reader: keyof ContentWorld['tokens'], endpoint: Parameters<TestApp['call']>[0], input: unknown) =>
    app.call(endpoint, input, { token: world.tokens[reader] });

  it('is shown to the people to whom it belongs, without any key', async () => {
    const own = await call('designer', tasks.info, { id: world.open.task, project_id: world.open.project });
    expect(own.data).toMatchObject({ used_hours: 4321.5, progress: 37, reject_reason: 'q8returned' });
    expect(own.data.history[0].hours).toBe(4320.5);
    expect(own.data.process.history[0].comment).toBe('q8decision');
    for (const reader of ['designer', 'owner'] as const) {
      const { data } = await call(reader, opinionIndex, { process_id: world.open.process });
      expect(data.list[0].text).toContain('q8opinion');
    }
    const members = await call('designer', projects.info, { project_id: world.secret.project });
    expect(members.data.name).toContain(PLANTED.secret[0]);
  });

  it('opinions: the list is null, and one opinion answers like a missing one', async () => {
    const without = 'without opinions';
    const of = { process_id: world.open.process };
    expect((await call(without, opinionIndex, of)).data).toMatchObject({ list: null, unresolved: null });
    expect((await call(without, opinionRecord, of)).data.opinions).toBeNull();
    const hidden = await call(without, opinionInfo, { id: world.open.opinion });
    const missing = await call(without, opinionInfo, { id: 987_654_321 });
    expect({ ...hidden, headers: null }).toEqual({ ...missing, headers: null });
  });

  it('contact: a phone number finds nobody, and an edit keeps what its author does not see', async () => {
    const found = async (reader: 'every key' | 'without contact', word: string) =>
      (await call(reader, userIndex, { word })).data.total;
    expect(await found('every key', PLANTED.contact[0])).toBe(1);
    expect(await found('without contact', PLANTED.contact[0])).toBe(0);
    expect(await found('without contact', '设计人')).toBe(1);

    const { data: row } = await call('without contact', userInfo, { id: world.designerId });
    expect(row).toMatchObject({ phone: null, email: null });
    const input = { id: row.id, version: row.version, name: row.name, department_id: row.department_id };
    for (const field of ['phone', 'email'] as const) {
      const value = field === 'phone' ? '13500000000' : 'b@example.cn';
      const refused = await call('without contact', userModify, { ...input, [field]: value });
      expect(refused).toMatchObject({ code: 1005, data: { field } });
    }
    expect(await call('without contact', userModify, { ...input, employee_no: '7' })).toMatchObject({ code: 0 });
    const { data: after } = await call('every key', userInfo, { id: world.designerId });
    expect(after).toMatchObject({ phone: PLANTED.contact[0], email: PLANTED.contact[1], employee_no: '7' });
  });

  it('secret: the project answers like a missing one, also as a filter and beside its records', async () => {
    const { project, task } = world.secret;
    for (const [endpoint, inputOf] of [
      [projects.info, (id: unknown) => ({ project_id: id })],
      [projects.overview, (id: unknown) => ({ project_id: id })],
      [tasks.index, (id: unknown) => ({ project_id: id })],
    ] as const) {
      const hidden = await call('without secret', endpoint, inputOf(project));
      const missing = await call('without secret', endpoint, inputOf(987_654_321));
      expect({ ...hidden, headers: null }, endpoint.path).toEqual({ ...missing, headers: null });
      expect(await call('every key', endpoint, inputOf(project))).toMatchObject({ code: 0 });
    }
    const hidden = await call('without secret', tasks.info, { id: task });
    const missing = await call('without secret', tasks.info, { id: 987_654_321 });
    expect({ ...hidden, headers: null }).toEqual({ ...missing, headers: null });
  });

  it.each(['head', 'wide'] as const)(
    'secret: the data range of a reader does not reach the project: %s',
    async (reader) => {
      for (const [endpoint, input] of [
        [projects.index, {}],
        [tasks.index, {}],
        [find, { word: '项目' }],
        [find, { word: '任务' }],
      ] as const) {
        const text = JSON.stringify((await call(reader, endpoint, input)).data);
        expect(text, endpoint.path).toContain('公开');
        expect(text, endpoint.path).not.toContain(PLANTED.secret[0]);
      }
      const hidden = await call(reader, projects.info, { project_id: world.secret.project });
      const missing = await call(reader, projects.info, { project_id: 987_654_321 });
      expect({ ...hidden, headers: null }).toEqual({ ...missing, headers: null });
      const listed = (await call(reader, projects.index, {})).data;
      expect(listed.total).toBe(listed.list.length);
    },
  );

  it('secret: live frames and notices of the project reach no one without the key', async () => {
    const ids = Object.values(world.ids);
    const audience = await app.modules.projects.audienceAmong(world.enterpriseId, Number(world.secret.project), ids);
    expect(audience.toSorted((a, b) => a - b)).toEqual(ids.filter((id) => id !== world.ids['without secret']));
    const open = await app.modules.projects.audienceAmong(world.enterpriseId, Number(world.open.project), ids);
    expect(open.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('the action log shows it to readers with the key only', async () => {
    const logFor = async (name: keyof ContentWorld['ids']) => {
      const principal = await app.modules.projects.callerNow(world.enterpriseId, world.ids[name]);
      if (!principal) throw new Error('no reader');
      return JSON.stringify(await app.modules.audit.actions(principal.principal, 1000));
    };
    const wordsOf = (key: ContentKey) => PLANTED[key] as readonly string[];
    for (const key of ['contact', 'secret'] as const) {
      const [every, without] = [await logFor('every key'), await logFor(`without ${key}`)];
      expect(wordsOf(key).filter((word) => every.includes(word))).toEqual(wordsOf(key));
      expect(wordsOf(key).filter((word) => without.includes(word))).toEqual([]);
    }
    // The builder of the world raised this opinion by the service, so the log and the outbox hold its event.
    const opinion = '公开 意见';
    expect([await logFor('every key'), await logFor('without opinions')].map((log) => log.includes(opinion))).toEqual([
      true,
      false,
    ]);
    const { rows } = await app.platform.db.pool.query('select happening from outbox');
    expect(JSON.stringify(rows)).not.toContain(opinion);
    expect(wordsOf('contact').filter((word) => JSON.stringify(rows).includes(word))).toEqual([]);
  });
});
