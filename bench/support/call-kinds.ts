import { index as projectIndex } from '@prdm/contract/projects';
import { add, index, info } from '@prdm/contract/tasks';
import { formOf } from '../../apps/server/src/testing/worlds/calls.ts';
import type { Call } from './contest.ts';
import type { Filled, Manager } from './fill-tasks.ts';

export type Kind = 'list' | 'one' | 'create' | 'projects' | 'search';

/** A call with the values that the bare server's statement of its kind takes. */
export interface BareCall extends Call {
  readonly kind: Kind;
  readonly values: readonly unknown[];
}

const pathOf = (path: string, query: Record<string, string>): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
};

type Made = Omit<BareCall, 'kind' | 'token'>;

/** One call of each kind. `turn` picks the task, so that calls of one manager differ. */
const MAKERS: Readonly<Record<Kind, (manager: Manager, turn: number, filled: Filled) => Made>> = {
  list: ({ enterpriseId, projectId }) => ({
    path: pathOf(index.path, { project_id: String(projectId) }),
    values: [enterpriseId, projectId],
  }),
  one: ({ enterpriseId, projectId, taskIds }, turn) => {
    const id = taskIds[turn % taskIds.length] ?? 0;
    return { path: pathOf(info.path, { id: String(id), project_id: String(projectId) }), values: [enterpriseId, id] };
  },
  create: ({ enterpriseId, projectId, userId }, turn, { stageId }) => {
    const title = `新任务 ${turn}`;
    const stages = [{ name: '审核', executor_ids: [userId] }];
    const body = formOf({ project_id: projectId, title, stage_id: stageId, stages });
    return { path: add.path, method: 'POST', body, values: [enterpriseId, projectId, userId, stageId, title] };
  },
  projects: ({ enterpriseId, userId }) => ({ path: projectIndex.path, values: [enterpriseId, userId] }),
  search: ({ enterpriseId, word }) => ({ path: pathOf(index.path, { word }), values: [enterpriseId, `%${word}%`] }),
};

export const KINDS = Object.keys(MAKERS) as Kind[];

/** Calls of one kind, one for each of the first `callers` managers. */
export const callsOf = (kind: Kind, filled: Filled, callers: number): BareCall[] =>
  filled.managers
    .slice(0, callers)
    .map((manager, at) => ({ kind, token: manager.token, ...MAKERS[kind](manager, at, filled) }));
