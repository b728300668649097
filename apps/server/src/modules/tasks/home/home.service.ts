import type { Principal } from '@prdm/access';
import type { counts, home } from '@prdm/contract/home';
import type { TaskAction } from '@prdm/contract/tasks';
import type { z } from 'zod';
import { countedOf } from '../statistics/statistics.service.ts';
import { homeList } from './home.repo.ts';
import { taskScopeOf } from '../list/list.service.ts';
import type { ListedTask } from '../list/list.repo.ts';
import { reminderOf } from './reminders.ts';
import type { TasksParts } from '../parts.ts';
import { reviewsOf, rowsWith, wireTimeOrNull } from '../page/present.ts';

const PROJECTS = 20;

/** The single next action that I have to take on this task. */
export function nextOf(task: ListedTask, userId: number): TaskAction {
  if (task.status === 'transfer_awaiting') return 'transferConfirm';
  if (task.status === 'awaiting_confirmation' && task.assigner_id === userId) return 'pass';
  if (task.status === 'rejected' && task.assigner_id === userId) return 'republish';
  return task.status === 'unprocessed' ? 'start' : 'submit';
}

/** Home page: my work by deadline, my tasks that wait for others, and my latest projects with their figures. */
export async function myWork(
  parts: TasksParts,
  principal: Principal,
  input: z.output<typeof home.input>,
): Promise<z.input<typeof home.output>> {
  const { enterpriseId, userId } = principal;
  const repo = homeList(parts.tables.read, enterpriseId, await taskScopeOf(parts, principal), parts.clock.now());
  const word = input.word ?? '';
  const mine = Object.keys(principal.projectAccess).map(Number);
  const limits = { today: input.today, waiting: input.waiting };
  // Without a word the lists do not depend on project names, so both queries run in parallel.
  const listedAtOnce = word === '' ? repo.work(limits) : null;
  const namesQuery = parts.projects.names(enterpriseId, listedAtOnce ? mine : [...mine, ...(await repo.projectIds())]);
  const figuresQuery = namesQuery.then((named) => figuresOf(parts, principal, matching(named, word)));
  const [named, { today, waiting, totals }] = await Promise.all([
    namesQuery,
    listedAtOnce ??
      namesQuery.then((names) =>
        repo.work(limits, { word, projectIds: matching(names, word).map((project) => project.id) }),
      ),
  ]);
  const tasks = [...today, ...waiting];
  const reviewsQuery = reviewsOf(parts, enterpriseId, tasks);
  const [rows, reviews, figures] = await Promise.all([
    rowsWith(parts, enterpriseId, tasks, {
      reviews: reviewsQuery,
      projects: withOthers(parts, enterpriseId, named, tasks),
    }),
    reviewsQuery,
    figuresQuery,
  ]);
  const now = parts.clock.now();
  return {
    totals: { ...totals, projects: figures.total },
    today: today.map((task, at) => ({ ...rowAt(rows, at), next: nextOf(task, userId) })),
    waiting: waiting.map((task, at) => ({
      ...rowAt(rows, today.length + at),
      ...reminderOf(principal, now, reviews, task),
    })),
    projects: figures.list,
  };
}

type Named = Awaited<ReturnType<TasksParts['projects']['names']>>;
type Project = Named extends ReadonlyMap<number, infer P> ? P : never;

const matching = (named: Named, word: string): Project[] =>
  [...named.values()].filter(({ name }) => name.toLowerCase().includes(word.toLowerCase()));

/** Names of the projects of all listed tasks. A leader can have a task in a project without being its member. */
async function withOthers(
  parts: TasksParts,
  enterpriseId: number,
  named: Named,
  tasks: readonly ListedTask[],
): Promise<Named> {
  const others = [...new Set(tasks.map((task) => task.project_id))].filter((id) => !named.has(id));
  return others.length === 0 ? named : new Map([...named, ...(await parts.projects.names(enterpriseId, others))]);
}

/** My latest ongoing projects. The figures equal those of each project's overview. */
async function figuresOf(parts: TasksParts, principal: Principal, projects: readonly Project[]) {
  const ongoing = projects.filter(({ id, status }) => status === 'ongoing' && String(id) in principal.projectAccess);
  const latest = ongoing.toSorted((a, b) => b.id - a.id).slice(0, PROJECTS);
  const figures = await countedOf(
    parts,
    principal,
    latest.map((project) => project.id),
  );
  const list = latest.map(({ id, name }) => {
    const known = figures.get(id);
    return {
      id,
      name,
      open: (known?.total ?? 0) - (known?.finished ?? 0),
      overdue: known?.overdue ?? 0,
      finished: known?.finished ?? 0,
      next_deadline: wireTimeOrNull(known?.next_deadline ?? null),
    };
  });
  return { total: ongoing.length, list };
}

function rowAt<T>(rows: readonly T[], at: number): T {
  const row = rows[at];
  if (row === undefined) throw new RangeError(`no row ${at}`);
  return row;
}

export const myCounts = async (parts: TasksParts, principal: Principal): Promise<z.input<typeof counts.output>> =>
  homeList(parts.tables.read, principal.enterpriseId, await taskScopeOf(parts, principal), parts.clock.now()).counts();
