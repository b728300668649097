import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { refsOf, type Endpoint, type SubjectKindName } from '@prdm/contract/kit';
import { add } from '@prdm/contract/tasks';
import { requestOf } from '../../testing/matrix/cells.ts';
import { sampleInput } from '../../testing/matrix/samples.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { taskWorld, type TaskWorld } from '../../testing/worlds/task-world.ts';

/**
 * A draft of another person answers members like a missing task. The project page answers 1006, so the client stays in
 * the project. An id alone answers 444 (not in the project), because the answer must not reveal the draft.
 */
let app: TestApp;
let world: TaskWorld;
let hidden: number;
let elsewhere: number;
const ids: Partial<Record<SubjectKindName, number>> = {};
const NEVER = 987_654_321;

beforeAll(async () => {
  app = await startApp({ works: false });
  world = await taskWorld(app);
  hidden = await world.draft();
  const other = await taskWorld(app);
  elsewhere = await other.published();
  Object.assign(ids, { project: world.projectId, stage: world.stageId, user: world.member.id });
}, 60_000);
afterAll(() => app.stop());

const FIELDS = registry
  .filter(({ domain, path }) => domain === 'tasks' && path !== add.path) // this call always needs its project
  .flatMap((endpoint) =>
    refsOf(endpoint.input)
      .filter(({ ref }) => ref.kind === 'task')
      .map(({ path }) => [`${endpoint.method} ${endpoint.path}`, path.join('.'), endpoint] as const),
  );

async function answer(endpoint: Endpoint, field: string, id: number, onPage: boolean): Promise<string> {
  const input = sampleInput(endpoint, (kind, path) => {
    if (path === field) return id;
    return kind === 'project' && !onPage ? null : (ids[kind] ?? null);
  });
  const { statusCode, body } = await app.app.inject(requestOf(endpoint, input, world.member.token));
  return `${statusCode} ${body}`;
}
const codeIn = (text: string): number => Number(/"code":(\d+)/.exec(text)?.[1]);

describe('for each call with a task', () => {
  it('the list of calls is complete', () => expect(FIELDS.length).toBeGreaterThan(15));

  it.each(FIELDS)('%s %s: a hidden draft answers like a missing task', async (_name, field, endpoint) => {
    const onPage = await answer(endpoint, field, hidden, true);
    expect(onPage).toBe(await answer(endpoint, field, NEVER, true));
    expect(codeIn(onPage)).toBe(endpoint.page === true ? 404 : 1006);
    // On the reader's own page, a task of an unreadable project answers like a missing task.
    expect(onPage).toBe(await answer(endpoint, field, elsewhere, true));
    const alone = await answer(endpoint, field, hidden, false);
    expect(alone).toBe(await answer(endpoint, field, NEVER, false));
    expect(codeIn(alone)).toBe(444);
  });
});
