import { isHeldInProjects } from '@prdm/contract/nodes';
import { ROLE_RULES } from '@prdm/contract/processes/kinds';
import { conditionFits, conditionOf, type Condition, type PlacedCondition } from '@prdm/contract/processes/conditions';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { isOwnCheck } from '../assignments/own-check.ts';
import { newlyNamed, type NamedPerson, type Organisation } from '../../organisation/index.ts';
import type { TemplateColumns, TemplateStage } from './templates.repo.ts';

/** A stage as a call gives it. */
export type GivenStage = Omit<TemplateStage, 'conditions' | 'role_id'> & {
  readonly role_id?: number | null;
  readonly conditions: readonly PlacedCondition[];
};
export type GivenTemplate = Omit<TemplateColumns, 'conditions'> & {
  readonly conditions: readonly PlacedCondition[];
  readonly stages: readonly GivenStage[];
};

export interface CheckParts {
  readonly organisation: Pick<Organisation, 'rolesByIds' | 'roleHolders' | 'kindsOfPeople' | 'fallbackApprovers'>;
}

const once = (ids: readonly number[]): number[] => [...new Set(ids)];

/**
 * The stages as they are stored. A stage keeps people only for the rule `users`, and needs at least one there (1001). A
 * role beside another rule is refused (1001).
 */
export function storedStages(stages: readonly GivenStage[]): TemplateStage[] {
  return stages.map((stage, index) => {
    if (stage.executor_rule === 'users' && stage.executor_ids.length === 0)
      throw fail.invalid(`stages.${index}.executor_ids`, 'processes.noExecutor', { name: stage.name });
    if (stage.role_id && !ROLE_RULES.includes(stage.executor_rule))
      throw fail.invalid(`stages.${index}.role_id`, 'templates.roleUnused');
    return {
      ...stage,
      executor_ids: stage.executor_rule === 'users' ? once(stage.executor_ids) : [],
      role_id: stage.role_id ?? null,
      by_profession: stage.executor_rule === 'project_role' && stage.by_profession,
      conditions: storedConditions(`stages.${index}.conditions`, stage.conditions),
      cc_ids: once(stage.cc_ids),
    };
  });
}

/** The conditions as they are stored. Throws 1001 at a condition whose value does not fit. */
export const storedConditions = (field: string, conditions: readonly PlacedCondition[]): Condition[] =>
  conditions.map((condition, index) => {
    if (!conditionFits(condition)) throw fail.invalid(`${field}.${index}`, 'conditions.wrongValue');
    return conditionOf(condition);
  });

/** `project_role` takes a role that is held in projects, `role` one of the enterprise. A leading role is both. Throws 1001 at the field. */
export async function refuseWrongRoles(
  { organisation }: CheckParts,
  trx: Trx,
  enterpriseId: number,
  stages: readonly TemplateStage[],
): Promise<void> {
  const roles = await organisation.rolesByIds(enterpriseId, once(stages.flatMap((stage) => stage.role_id ?? [])), trx);
  for (const [index, { executor_rule: rule, role_id: id }] of stages.entries()) {
    if (id === null) continue;
    const role = roles.get(id);
    if (!role) throw fail.invalid(`stages.${index}.role_id`, 'templates.roleGone');
    if (!(rule === 'project_role' ? isHeldInProjects(role) : role.kind !== 'project'))
      throw fail.invalid(`stages.${index}.role_id`, 'templates.wrongRole', { name: role.name });
  }
}

/**
 * Throws 1008 with the name of the first stage that can never have an executor: only inactive people are named, nobody
 * holds the role and nobody decides in their place, or the separation leaves none of them.
 */
export async function refuseUnmanned(
  parts: CheckParts,
  trx: Trx,
  enterpriseId: number,
  stages: readonly TemplateStage[],
): Promise<void> {
  /** Executors of the separate stages that run in every case. */
  const taken = new Set<number>();
  for (const [index, stage] of stages.entries()) {
    const candidates = await candidatesOf(parts, trx, enterpriseId, stage);
    if (candidates === null) continue;
    const isApart = stage.separate && !isOwnCheck({ name: stage.name, position: index + 1 }, stages.length);
    const free = candidates.map((ids) => ids.filter((id) => !isApart || !taken.has(id))).find((ids) => ids.length > 0);
    if (!free) throw fail.wrongState('processes.unmanned', { params: { name: stage.name } });
    if (isApart && stage.conditions.length === 0) for (const id of free) taken.add(id);
  }
}

/**
 * Active people who can decide a stage, and those who decide in their place. Null: they depend on the starter, the
 * project or the record.
 */
async function candidatesOf(
  { organisation }: CheckParts,
  trx: Trx,
  enterpriseId: number,
  stage: TemplateStage,
): Promise<number[][] | null> {
  const active = async (ids: readonly number[]): Promise<number[]> => {
    const people = await organisation.kindsOfPeople(enterpriseId, ids, trx);
    return ids.filter((id) => people.get(id)?.status === 'active');
  };
  if (stage.executor_rule === 'users') return [await active(stage.executor_ids)];
  if (stage.executor_rule !== 'role') return null;
  const holders = await active(await organisation.roleHolders(trx, enterpriseId, stage.role_id ?? 0));
  return [holders, [...(await organisation.fallbackApprovers(trx, enterpriseId))]];
}

type Naming = Pick<TemplateColumns, 'cc_ids'> & {
  readonly stages: readonly Pick<TemplateStage, 'executor_ids' | 'cc_ids'>[];
};
export const NO_PEOPLE: Naming = { cc_ids: [], stages: [] };

/** People whom the template newly names in a capacity. */
export function named(given: Naming, before: Naming): NamedPerson[] {
  const decided = before.stages.flatMap((stage) => stage.executor_ids);
  const copied = before.stages.flatMap((stage) => stage.cc_ids);
  return [
    ...newlyNamed('cc_ids', given.cc_ids, before.cc_ids),
    ...given.stages.flatMap((stage, index) => [
      ...newlyNamed(`stages.${index}.executor_ids`, stage.executor_ids, decided),
      ...newlyNamed(`stages.${index}.cc_ids`, stage.cc_ids, copied),
    ]),
  ];
}
