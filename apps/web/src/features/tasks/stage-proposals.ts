import type { ProjectMember } from '@prdm/contract/projects';
import { isSame } from './task-form.logic.ts';

/** Project roles that check work, in the order of their stages (decisions.md section 7; one stage each, section 6). */
export const CHECKING_ROLES = ['proofreader', 'reviewer', 'approver'] as const;

/** The fields of a stage that a proposal fills. */
export interface ProposedStage {
  readonly name: string;
  readonly executor_ids: readonly number[];
}

type Member = Pick<ProjectMember, 'user_id' | 'status' | 'roles'>;

/** The members with a role in a discipline. Without one, the members with that role in the whole project. */
function holdersOf(members: readonly Member[], key: string, professionId: number): number[] {
  const active = members.filter(({ status }) => status === 'active');
  const holding = (profession: number | null): number[] =>
    active
      .filter(({ roles }) => roles.some((role) => role.key === key && role.profession_id === profession))
      .map(({ user_id }) => user_id);
  const own = holding(professionId);
  return own.length > 0 ? own : holding(null);
}

/**
 * The review stages of a new task, one for each checking role that has a holder (`holdersOf`). An executor is no
 * reviewer of the own work, and a person reviews only once (separation rule, decisions.md 5.2). Without any reviewer
 * the result is one empty stage.
 * @param stageAt returns an empty stage for a position, counted from 1
 */
export function proposedStages<S extends ProposedStage>(
  {
    members,
    professionId,
    executorIds,
  }: {
    members: readonly Member[];
    professionId: number | undefined;
    executorIds: readonly number[];
  },
  stageAt: (place: number) => S,
): S[] {
  const taken = new Set(executorIds);
  const stages = CHECKING_ROLES.flatMap((key, index) => {
    const people =
      professionId === undefined ? [] : holdersOf(members, key, professionId).filter((id) => !taken.has(id));
    for (const id of people) taken.add(id);
    return people.length === 0 ? [] : [{ ...stageAt(index + 1), executor_ids: people }];
  });
  return stages.length > 0 ? stages : [stageAt(1)];
}

/**
 * The stages of the form after a new proposal. If all stages are still as `last` proposed them, `next` replaces them.
 * Otherwise only the unchanged stages are replaced. Such a stage becomes empty if `next` has no reviewer for it.
 */
export function refilled<S extends ProposedStage>(
  current: readonly S[],
  { last, next }: { last: readonly S[]; next: readonly S[] },
): S[] {
  if (isSame(current, last)) return [...next];
  return current.map((stage) => {
    if (!last.some((proposed) => isSame(proposed, stage))) return stage;
    return next.find(({ name }) => name === stage.name) ?? { ...stage, executor_ids: [] };
  });
}
