import type { Principal } from '@prdm/access';
import type { counts, home } from '@prdm/contract/home';
import type { TaskAction } from '@prdm/contract/tasks';
import type { z } from 'zod';
import { countedOf } from './statistics.ts';
import { homeList } from './tasks.home.repo.ts';
import { sightOf } from './tasks.read.ts';
import type { ListedTask } from './tasks.list.ts';
import type { TasksParts } from './tasks.parts.ts';
import { presentRows, wireTimeOrNull } from './tasks.present.ts';

const PROJECTS = 20;

/** The one next action that a task of mine waits for. */
export function nextOf(task: ListedTask, userId: number): TaskAction {
  if (task.status === 'transfer_awaiting') return 'transferConfirm';
  if (task.status === 'awaiting_confirmation' && task.assigner_id === userId) return 'pass';
  if (task.status === 'rejected' && task.assigner_id === userId) return 'republish';
  return task.status === 'unprocessed' ? 'start' : 'submit';
}

/** My work: what I have to do now by deadline, what waits for others, and my latest projects with their figures. */
export async function myWork(
  parts: TasksParts,
  principal: Principal,
  asked: z.output<typeof home.input>,
): Promise<z.input<typeof home.output>> {
  const { enterpriseId, userId } = principal;
  const repo = homeList(parts.tables.read, enterpriseId, sightOf(principal), parts.clock.now());
  const word = asked.word ?? '';
  const mine = Object.keys(principal.projectAccess).map(Number);
  const named = await parts.projects.names(enterpriseId, word === '' ? mine : [...mine, ...(await repo.projectIds())]);
  const holding = [...named.values()].filter(({ name }) => name.toLowerCase().includes(word.toLowerCase()));
  const matching = word === '' ? null : { word, projectIds: holding.map(({ id }) => id) };
  const [today, waiting] = await Promise.all([
    repo.today(asked.today, matching),
    repo.waiting(asked.waiting, matching),
  ]);
  const ongoing = holding.filter(({ id, status }) => status === 'ongoing' && String(id) in principal.projectAccess);
  const projects = ongoing.toSorted((a, b) => b.id - a.id).slice(0, PROJECTS);
  const [rows, figures, todayTotal, waitingTotal] = await Promise.all([
    presentRows(parts, enterpriseId, [...today, ...waiting]),
    // Counted as the overview of each project does.
    countedOf(
      parts,
      principal,
      projects.map((project) => project.id),
    ),
    // Only a list that is full may have more than it shows.
    today.length < asked.today ? today.length : repo.todayCount(matching),
    waiting.length < asked.waiting ? waiting.length : repo.waitingCount(matching),
  ]);
  return {
    totals: { today: todayTotal, waiting: waitingTotal, projects: ongoing.length },
    today: today.map((task, at) => ({ ...rowAt(rows, at), next: nextOf(task, userId) })),
    waiting: rows.slice(today.length),
    projects: projects.map(({ id, name }) => {
      const known = figures.get(id);
      return {
        id,
        name,
        open: (known?.total ?? 0) - (known?.finished ?? 0),
        overdue: known?.overdue ?? 0,
        finished: known?.finished ?? 0,
        next_deadline: wireTimeOrNull(known?.next_deadline ?? null),
      };
    }),
  };
}

function rowAt<T>(rows: readonly T[], at: number): T {
  const row = rows[at];
  if (row === undefined) throw new RangeError(`no row ${at}`);
  return row;
}

export const myCounts = (parts: TasksParts, principal: Principal): Promise<z.input<typeof counts.output>> =>
  homeList(parts.tables.read, principal.enterpriseId, sightOf(principal), parts.clock.now()).counts();
