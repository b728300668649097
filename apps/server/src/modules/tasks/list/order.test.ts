import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { home } from '@prdm/contract/home';
import { index, TASK_TABS } from '@prdm/contract/tasks';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { everyState } from '../../../testing/worlds/task-states.ts';
import { taskWorld, type TaskWorld } from '../../../testing/worlds/task-world.ts';

const NOW = new Date('2026-11-20T04:00:00Z');
let app: TestApp;
let world: TaskWorld;
beforeAll(async () => {
  app = await startApp({ works: false, clock: { now: () => NOW } });
  world = await taskWorld(app);
});
afterAll(() => app.stop());

interface Row {
  readonly id: number;
  readonly overdue: boolean;
  readonly status: string;
  readonly deadline: string | null;
}
const listed = async (filter: object): Promise<{ list: Row[] }> => {
  const answer = await world.call(index, { project_id: world.projectId, size: 200, ...filter }, world.manager);
  expect(answer.code, answer.msg).toBe(0);
  return answer.data as { list: Row[] };
};
const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
const [LATE, LATER, SOON] = ['2026-11-01 18:00:00', '2026-11-19 18:00:00', '2026-12-01 18:00:00'];

describe('the default order of a task list', () => {
  it('is overdue, open, stopped, finished, each by deadline with none last, on every tab', async () => {
    const { projectId } = await everyState(world, NOW);
    const groupOf = (row: Row): number => {
      if (row.overdue) return 0;
      if (row.status === 'finished') return 3;
      return ['paused', 'transfer_awaiting', 'long_term'].includes(row.status) ? 2 : 1;
    };
    const keyOf = (row: Row): string => `${groupOf(row)} ${row.deadline ?? '9'} ${String(row.id).padStart(12, '0')}`;
    const tabs = TASK_TABS.map((tab) => ({ tab }));
    for (const filter of [...tabs, { word: 'n' }, { overdue: true }, { overdue: false }, { project_id: undefined }]) {
      const { list } = await listed({ project_id: projectId, ...filter });
      const keys = list.map(keyOf);
      expect(keys, JSON.stringify(filter)).toEqual(keys.toSorted());
    }
    const { list } = await listed({ project_id: projectId });
    expect(new Set(list.map(groupOf))).toEqual(new Set([0, 1, 2, 3]));
  });

  it('is replaced by a requested order', async () => {
    const { projectId } = await everyState(world, NOW);
    const whole = ids((await listed({ project_id: projectId })).list);
    const byAge = ids((await listed({ project_id: projectId, sort: 'created', order: 'desc' })).list);
    expect(byAge).toEqual(whole.toSorted((a, b) => b - a));
    expect(ids((await listed({ project_id: projectId, sort: 'late', order: 'desc' })).list)).toEqual(
      whole.toReversed(),
    );
  });

  it('applies to sub-tasks and to both lists of my work', async () => {
    const { lead, designer } = world;
    const parent = await world.published();
    const made = async (deadline: string | undefined) => world.published({ parent_id: parent, deadline });
    const [soon, none, later, late] = [await made(SOON), await made(undefined), await made(LATER), await made(LATE)];
    expect(ids((await world.read(parent)).children)).toEqual([late, later, soon, none]);
    const work = async (who: { token: string }) => (await world.call(home, {}, who)).data;
    const among = (rows: { id: number }[]) => ids(rows).filter((id) => [soon, none, later, late].includes(id));
    expect(among((await work(designer)).today)).toEqual([late, later, soon, none]);
    // Waiting tasks: overdue ones by deadline, then the longest wait.
    expect(among((await work(lead)).waiting)).toEqual([late, later, soon, none]);
  });
});
