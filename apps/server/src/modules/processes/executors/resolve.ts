import type { ProcessKind } from '@prdm/contract/processes/kinds';
import type { FoundReason, LeftReason } from '@prdm/contract/processes/templates';
import type { SubjectFacts } from '@prdm/contract/processes/conditions';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import type { Organisation } from '../../organisation/index.ts';
import type { Projects } from '../../projects/index.ts';
import type { Eligibility, EligibilityOf } from '../assignments/deciders.ts';
import { isOwnCheck } from '../assignments/own-check.ts';
import type { ProcessTables } from '../process.rows.ts';
import type { StageDraft } from '../process.types.ts';
import type { TemplateColumns, TemplateStage } from '../templates/templates.repo.ts';
import { chooseTemplate, namedTemplate } from './choice.ts';
import { allHold } from './conditions.ts';
import { searchesFor, type Search } from './finding.ts';
import { readOnce } from './read-once.ts';

export interface ResolveParts {
  readonly db: Database;
  readonly tables: ModuleDb<ProcessTables>;
  readonly eligibility: EligibilityOf;
  readonly organisation: Pick<
    Organisation,
    'superiorsOf' | 'headsOfDepartment' | 'roleHolders' | 'fallbackApprovers' | 'kindsOfPeople'
  >;
  readonly projects: Pick<Projects, 'membersOf'>;
}

/** Input of the rules of the stages. */
export interface ResolveContext {
  /** The project that judges the approval. Null: it belongs to none. */
  readonly projectId: number | null;
  readonly professionId: number | null;
  readonly starterId: number;
  readonly authorIds: readonly number[];
  readonly facts: SubjectFacts;
  /** The people whom the starter chose, by stage of the template. */
  readonly chosen?: readonly (readonly number[])[];
}

export interface ResolveGiven extends ResolveContext {
  readonly kind: ProcessKind;
  /** Absent: the facts choose the template. */
  readonly templateId?: number;
}

export type TemplateWhole = TemplateColumns & {
  readonly id: number;
  readonly enabled: boolean;
  readonly stages: readonly TemplateStage[];
};

export interface Found {
  readonly id: number;
  readonly reason: FoundReason;
}
export interface Left {
  readonly id: number;
  readonly why: LeftReason;
}

export interface ResolvedStage {
  /** Counts from 1, in the template. */
  readonly position: number;
  readonly draft: StageDraft;
  readonly isChosen: boolean;
  readonly people: readonly Found[];
  readonly left: readonly Left[];
  /** Copies of the stage who can read the approval, and those who cannot. */
  readonly cc: readonly number[];
  readonly ccLeft: readonly Left[];
  /** A condition does not hold, so the stage does not run. */
  readonly omitted: boolean;
  /** The stage runs and has no executor. */
  readonly red: boolean;
}

export interface Plan {
  readonly templateId: number;
  readonly ccIds: readonly number[];
  readonly stages: readonly ResolvedStage[];
}

/**
 * The stages of a template with the people who would decide them now. Reads inside `trx` when it is given. Throws 1001
 * without a template, or for people chosen where the starter has no choice.
 */
export function resolvePlan(parts: ResolveParts, enterpriseId: number, given: ResolveGiven, trx?: Trx): Promise<Plan> {
  const { kind, templateId } = given;
  const resolve = async (within: Trx): Promise<Plan> => {
    const template =
      templateId === undefined
        ? await chooseTemplate(parts, within, enterpriseId, given)
        : await namedTemplate(parts, within, enterpriseId, { kind, templateId });
    return planOf(parts, within, enterpriseId, template, given);
  };
  return trx ? resolve(trx) : parts.db.transaction(resolve);
}

/** The same for a template that is already read. */
export async function planOf(
  given: ResolveParts,
  trx: Trx,
  enterpriseId: number,
  template: TemplateWhole,
  context: ResolveContext,
): Promise<Plan> {
  const parts = readOnce(given);
  const copied = [...template.cc_ids, ...template.stages.flatMap(({ cc_ids }) => cc_ids)];
  const copies = await parts.eligibility(enterpriseId, context.projectId, copied, trx);
  const running = template.stages.filter(({ conditions }) => allHold(conditions, context.facts));
  const fallback = await parts.organisation.fallbackApprovers(trx, enterpriseId);
  /** Executors of the stages that demand people of their own. */
  const earlier = new Set<number>();
  const stages: ResolvedStage[] = [];
  for (const [index, stage] of template.stages.entries()) {
    const chosen = context.chosen?.[index] ?? [];
    if (stage.executor_rule !== 'chosen' && chosen.length > 0)
      throw fail.invalid(`chosen.${index}`, 'processes.notYoursToChoose', { name: stage.name });
    const omitted = !running.includes(stage);
    const own = isOwnCheck({ name: stage.name, position: running.indexOf(stage) + 1 }, running.length);
    const apart = stage.separate && !own ? new Set([...context.authorIds, ...earlier]) : new Set<number>();
    const { people, left } = omitted
      ? NOBODY
      : await peopleOf(parts, trx, enterpriseId, stage, { ...context, chosen, isOwnCheck: own, apart, fallback });
    if (stage.separate && !own) for (const { id } of people) earlier.add(id);
    const cc = copiesAmong(copies, stage.cc_ids);
    stages.push({
      position: index + 1,
      draft: draftOf(stage, people, cc.cc),
      ...cc,
      isChosen: stage.executor_rule === 'chosen',
      people,
      left,
      omitted,
      red: !omitted && people.length === 0,
    });
  }
  return { templateId: template.id, ccIds: copiesAmong(copies, template.cc_ids).cc, stages };
}

/** A copy needs no right to decide. Inactive people and people outside of the project are left out. */
function copiesAmong(
  found: ReadonlyMap<number, Eligibility>,
  ids: readonly number[],
): { cc: number[]; ccLeft: Left[] } {
  const [cc, ccLeft]: [number[], Left[]] = [[], []];
  for (const id of ids) {
    const why = found.get(id) ?? 'inactive';
    if (why === 'inactive' || why === 'outside') ccLeft.push({ id, why });
    else cc.push(id);
  }
  return { cc, ccLeft };
}

/** The stages that run. Throws 1001 with the name of the first one without an executor. */
export function draftsOf(plan: Plan): StageDraft[] {
  const running = plan.stages.filter(({ omitted }) => !omitted);
  if (running.length === 0) throw fail.invalid('stages', 'processes.noStages');
  const empty = running.find(({ red }) => red);
  if (empty) {
    const field = `${empty.isChosen ? 'chosen' : 'stages'}.${empty.position - 1}`;
    throw fail.invalid(field, 'processes.noExecutor', { name: empty.draft.name });
  }
  return running.map(({ draft }) => draft);
}

const draftOf = (stage: TemplateStage, people: readonly Found[], ccIds: readonly number[]): StageDraft => ({
  name: stage.name,
  signMode: stage.sign_mode,
  days: stage.days,
  executorIds: people.map(({ id }) => id),
  allowTransfer: stage.allow_transfer,
  rejectTo: stage.reject_to,
  options: { ccIds, separate: stage.separate, straight: stage.straight },
});

interface StagePeople {
  readonly people: readonly Found[];
  readonly left: readonly Left[];
}
const NOBODY: StagePeople = { people: [], left: [] };

type StageContext = Omit<ResolveContext, 'chosen'> & {
  readonly chosen: readonly number[];
  readonly isOwnCheck: boolean;
  /** People who get no assignment here: authors and executors of earlier separate stages. */
  readonly apart: ReadonlySet<number>;
  readonly fallback: readonly number[];
};

/** The executors of one stage and those who are left out, each once. */
async function peopleOf(
  parts: ResolveParts,
  trx: Trx,
  enterpriseId: number,
  stage: TemplateStage,
  context: StageContext,
): Promise<StagePeople> {
  const searches = await searchesFor(parts, trx, enterpriseId, stage, context);
  const mayFallBack = searches.every(({ isRule }) => isRule);
  const fallback: Search = { way: 'level', ids: mayFallBack ? context.fallback : [], reason: 'fallback', isRule: true };
  const everybody = [...searches, fallback].flatMap(({ ids }) => ids);
  const eligibility = await parts.eligibility(enterpriseId, context.projectId, everybody, trx);
  const starters = [context.starterId, context.facts.person_id];
  const whyNot = (id: number, isRule: boolean): LeftReason | null => {
    const found = eligibility.get(id) ?? 'inactive';
    if (found !== 'fit') return found;
    if (isRule && starters.includes(id)) return 'starter';
    return context.apart.has(id) ? 'separate' : null;
  };
  const [people, left] = [new Map<number, Found>(), new Map<number, Left>()];
  const search = ({ way, ids, reason, isRule }: Search): boolean => {
    let some = false;
    for (const [step, id] of ids.entries()) {
      const why = whyNot(id, isRule);
      if (why !== null) left.set(id, { id, why });
      else if (!people.has(id)) people.set(id, { id, reason: way === 'climb' && step > 0 ? 'climbed' : reason });
      some ||= why === null;
      if (some && way === 'climb') break;
    }
    return some;
  };
  const missed = searches.filter((one) => !search(one)).length;
  if (missed > 0) search(fallback);
  return { people: [...people.values()], left: [...left.values()] };
}
