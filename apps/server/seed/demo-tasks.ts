import { wireTime } from '@prdm/contract/fields';
import { systemActor } from '../src/platform/actor.ts';
import { buildTask, principalFor, type BuiltTask, type TaskWish, type World } from '../src/testing/builders.ts';
import type { DemoProject } from './demo-projects.ts';
import { TASK_TITLES } from './names.ts';

const PER_PROJECT = 25;
const DAY_MS = 86_400_000;

/** How the tasks of a project are spread: the course every task takes, and what happened to some on the way. */
const COURSE: readonly {
  state: NonNullable<TaskWish['state']>;
  then?: 'reject' | 'transfer' | 'pause' | 'longTerm' | 'notPass' | 'overdue';
}[] = [
  { state: 'in_progress' },
  { state: 'under_review' },
  { state: 'finished' },
  { state: 'unprocessed' },
  { state: 'in_progress', then: 'overdue' },
  { state: 'awaiting_confirmation' },
  { state: 'finished' },
  { state: 'not_started' },
  { state: 'unprocessed', then: 'reject' },
  { state: 'under_review', then: 'notPass' },
  { state: 'in_progress', then: 'transfer' },
  { state: 'in_progress', then: 'pause' },
  { state: 'unprocessed', then: 'longTerm' },
];

/** Tasks in every status with running approvals; a deterministic spread, so that screenshots of two days compare. */
export async function giveTasks(world: World, enterpriseId: number, projects: readonly DemoProject[]): Promise<number> {
  let given = 0;
  for (const [index, project] of projects.entries()) {
    const rest = project.toArchive ? COURSE.filter(({ state }) => state === 'finished') : COURSE;
    for (let n = 0; n < PER_PROJECT; n += 1) {
      const course = rest[(n + index) % rest.length] as (typeof COURSE)[number];
      await giveTask(world, enterpriseId, project, { n: index * PER_PROJECT + n, course });
      given += 1;
    }
  }
  return given;
}

async function giveTask(
  world: World,
  enterpriseId: number,
  project: DemoProject,
  { n, course }: { n: number; course: (typeof COURSE)[number] },
): Promise<void> {
  const member = (k: number): number => project.team[(n + k) % project.team.length]?.id ?? project.managerId;
  const executor = member(1) === project.managerId ? member(2) : member(1);
  const due = (course.then === 'overdue' ? -3 : 2 + (n % 20)) * DAY_MS;
  const stages = await world.modules.config.list(enterpriseId, 'stage');
  const professions = await world.modules.config.list(enterpriseId, 'profession');
  const task = await buildTask(world, {
    enterpriseId,
    projectId: project.id,
    assignerId: project.managerId,
    executorIds: [executor],
    reviewers: [[member(3), member(4)], [member(5)]],
    state: course.state,
    fields: {
      title: `${TASK_TITLES[n % TASK_TITLES.length]}`,
      description: '按院技术标准完成，提交前自校。',
      stage_id: stages[2 + (n % 3)]?.id,
      profession_id: professions[n % 5]?.id,
      priority: ['normal', 'normal', 'important', 'urgent'][n % 4],
      required_hours: String(8 + (n % 5) * 8),
      ...(course.then === 'longTerm'
        ? {}
        : { deadline: wireTime(new Date(world.platform.clock.now().getTime() + due)) }),
    },
  });
  if (course.then) await turn(world, enterpriseId, project, { task, executor, then: course.then, other: member(6) });
}

async function turn(
  world: World,
  enterpriseId: number,
  project: DemoProject,
  { task, executor, then, other }: { task: BuiltTask; executor: number; then: string; other: number },
): Promise<void> {
  const { tasks, processes } = world.modules;
  const who = async (userId: number) => ({
    actor: { ...systemActor(enterpriseId), userId },
    principal: await principalFor(world, userId, enterpriseId),
  });
  const [manager, worker] = [await who(project.managerId), await who(executor)];
  const [subject] = await tasks.kind.load(manager.principal, [task.id]);
  if (!subject) return;
  const wish = { task: subject.row, version: task.version };
  if (then === 'reject') await tasks.reject(worker, { ...wish, reason: '上游条件未提，暂无法开展' });
  if (then === 'pause') await tasks.pause(manager, { ...wish, reason: '等待业主确认方案' });
  if (then === 'longTerm') await tasks.markLongTerm(manager, wish);
  if (then === 'transfer' && other !== executor)
    await tasks.transfer(worker, { ...wish, targetId: other, reason: '近期出差，请协助' });
  if (then === 'notPass') {
    const state = (await processes.stateOf(enterpriseId, [{ kind: 'task', id: task.id }])).get(`task:${task.id}`);
    const seat = state?.stage.seats.find(({ status }) => status === 'open');
    if (seat)
      await processes.notPass({ ...systemActor(enterpriseId), userId: seat.userId }, seat.seatId, {
        comment: '梁高与净高要求不符，请复核',
      });
  }
}
