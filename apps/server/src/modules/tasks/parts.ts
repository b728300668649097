import type { Principal } from '@prdm/access';
import type { SubjectFacts } from '@prdm/contract/processes/conditions';
import type { Actor } from '../../platform/actor.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, ModuleDb, Trx } from '../../platform/db.ts';
import type { Uses } from '../../platform/entity/index.ts';
import type { Live } from '../../platform/live.ts';
import type { Attachments } from '../attachments/index.ts';
import type { Comments } from '../comments/index.ts';
import type { Config } from '../config/index.ts';
import type { Organisation } from '../organisation/index.ts';
import type { Processes } from '../processes/index.ts';
import type { Projects } from '../projects/index.ts';
import type { OfTask } from './task.events.ts';
import type { TaskRecord, TasksTables } from './task.repo.ts';

/** Dependencies of the tasks module. */
export interface TasksParts {
  readonly db: Database;
  readonly bus: Bus;
  readonly live: Live;
  readonly clock: Clock;
  readonly tables: ModuleDb<TasksTables>;
  readonly config: Config;
  readonly organisation: Organisation;
  readonly projects: Projects;
  readonly processes: Processes;
  readonly uses: Uses;
  readonly comments: Pick<Comments, 'for'>;
  readonly attachments: Pick<Attachments, 'for' | 'handIn' | 'views'>;
}

/** The caller: as actor for the records and as principal for the rights. */
export interface Who {
  readonly actor: Actor & { userId: number };
  readonly principal: Principal;
}

/** Subject of the task's review in the approval engine. */
export const reviewOf = (task: { id: number }): { kind: string; id: number } => ({ kind: 'task', id: task.id });

/** Address of a task in the web client (specification section 2: query id = the task's source id). */
export const pagePath = (taskId: number): string => `/file/task/index?id=${taskId}`;

/** The task as the subject of its review. */
export const subjectOf = (task: { id: number; number: string; title: string }) => ({
  ...reviewOf(task),
  name: task.title,
  number: task.number,
  pcPath: pagePath(task.id),
});

/** The part of a task that its reviewers decide on. Hours, dates and people are not part of it. */
export const printViewOf = (
  task: Pick<TaskRecord, 'title' | 'description' | 'stage_id' | 'profession_id' | 'viewpoint_id'>,
): Record<string, unknown> => ({
  title: task.title,
  description: task.description,
  stage_id: task.stage_id,
  profession_id: task.profession_id,
  viewpoint_id: task.viewpoint_id,
});

/** Facts of a task that the conditions of templates read (`FACTS_OF` of the contract). */
export const conditionFactsOf = (task: { kind?: string; profession_id?: number | null }): SubjectFacts => ({
  type: task.kind,
  profession_id: task.profession_id ?? undefined,
});

/** Data of every task event, in the state after the change. */
export const factsOf = (task: TaskRecord): OfTask => ({
  taskId: task.id,
  title: task.title,
  projectId: task.project_id,
  assignerId: task.assigner_id,
  executorIds: task.executor_ids,
  ccIds: task.cc_ids,
  draft: task.published_at === null,
  round: task.round,
  step: task.version,
  mailed: task.notify_way.includes('email'),
});

/** Notifies browsers that the task changed. A draft notifies its starter only. */
export const notifyBrowsers = (parts: TasksParts, trx: Trx, task: TaskRecord): Promise<void> =>
  parts.live.notify(
    trx,
    task.enterprise_id,
    task.published_at === null ? { users: [task.assigner_id] } : { project: task.project_id },
    { type: 'task', id: task.id, project_id: task.project_id },
  );
