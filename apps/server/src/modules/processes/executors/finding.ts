import type { FoundReason } from '@prdm/contract/processes/templates';
import type { Trx } from '../../../platform/db.ts';
import type { TemplateStage } from '../templates/templates.repo.ts';
import type { ResolveContext, ResolveParts } from './resolve.ts';

/**
 * People whom a rule names for a stage. `level`: all of them decide. `climb`: the first one who may decide. A stage of
 * both sides has one climb for each side.
 */
export interface Search {
  readonly way: 'level' | 'climb';
  readonly ids: readonly number[];
  readonly reason: FoundReason;
  /** A rule never finds the starter. People who are named may be the starter. */
  readonly isRule: boolean;
}

const level = (ids: readonly number[], reason: FoundReason, isRule: boolean): Search[] => [
  { way: 'level', ids, reason, isRule },
];
const climb = (ids: readonly number[], reason: FoundReason): Search => ({ way: 'climb', ids, reason, isRule: true });

/** Where the executors of one stage are looked for. `chosen` are the people whom the starter chose for it. */
export async function searchesFor(
  parts: ResolveParts,
  trx: Trx,
  enterpriseId: number,
  stage: TemplateStage,
  context: Omit<ResolveContext, 'chosen'> & { readonly chosen: readonly number[]; readonly isOwnCheck: boolean },
): Promise<Search[]> {
  const { organisation } = parts;
  const superiors = () => organisation.superiorsOf(trx, enterpriseId, context.facts.person_id ?? context.starterId);
  switch (stage.executor_rule) {
    case 'users':
      return level(stage.executor_ids, 'named', false);
    case 'chosen':
      // The own check belongs to the people who did the work, so nobody has to choose them.
      return context.chosen.length === 0 && context.isOwnCheck
        ? level(context.authorIds, 'author', false)
        : level(context.chosen, 'chosen', false);
    case 'project_role':
      return level(await membersWith(parts, trx, enterpriseId, stage, context), 'project_role', true);
    case 'role':
      return level(await organisation.roleHolders(trx, enterpriseId, stage.role_id ?? 0), 'role', true);
    case 'direct_leader':
      return [climb((await superiors()).direct, 'direct_leader')];
    case 'department_head':
      return [climb((await superiors()).heads, 'department_head')];
    case 'leading_manager':
      return [climb((await superiors()).managers, 'leading_manager')];
    case 'both_sides': {
      const sides = [context.facts.department_id, context.facts.other_department_id];
      const heads = sides.map((id) =>
        id === undefined ? Promise.resolve([]) : organisation.headsOfDepartment(trx, enterpriseId, id),
      );
      return (await Promise.all(heads)).map((ids) => climb(ids, 'both_sides'));
    }
  }
}

/** Members with the role of the stage. A role for every profession counts in each of them. */
async function membersWith(
  parts: ResolveParts,
  trx: Trx,
  enterpriseId: number,
  { role_id: roleId, by_profession: byProfession }: TemplateStage,
  { projectId, professionId }: Pick<ResolveContext, 'projectId' | 'professionId'>,
): Promise<number[]> {
  if (projectId === null) return [];
  const members = await parts.projects.membersOf(enterpriseId, projectId, trx);
  const fits = (of: number | null): boolean =>
    !byProfession || professionId === null || of === null || of === professionId;
  return members
    .filter(({ roles }) => roles.some((role) => role.roleId === roleId && fits(role.professionId)))
    .map(({ userId }) => userId)
    .toSorted((a, b) => a - b);
}
