import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { ProcessKind, TemplateInfo, TemplateRow } from '@prdm/contract/processes';
import type { Actor } from '../../../platform/actor.ts';
import { isUniqueViolation, type Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { TemplateAdded, TemplateDeleted, TemplateEdited, TemplateEnabled } from '../process.events.ts';
import { newlyNamed, type NamedPerson, type Organisation } from '../../organisation/index.ts';
import type { StageDraft } from '../process.types.ts';
import type { SubjectParts } from '../process.subject.ts';
import type { ProcessesParts } from '../process-change.ts';
import { templatesRepo, type TemplateFilter, type TemplateStage } from './templates.repo.ts';

export interface TemplateGiven {
  readonly name: string;
  readonly kind: ProcessKind;
  readonly cc_ids: number[];
  readonly stages: readonly TemplateStage[];
}

const reading = (parts: ProcessesParts, enterpriseId: number) => templatesRepo(parts.tables.read, enterpriseId);

/** A stage with listed people needs at least one. A stage whose people the starter chooses lists none. */
function checkedStages(stages: readonly TemplateStage[]): TemplateStage[] {
  return stages.map((stage, index) => {
    if (stage.executor_rule === 'chosen') return { ...stage, executor_ids: [] };
    if (stage.executor_ids.length === 0)
      throw fail.invalid(`stages.${index}.executor_ids`, 'processes.noExecutor', { name: stage.name });
    return { ...stage, executor_ids: [...new Set(stage.executor_ids)] };
  });
}

async function uniquely<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'process_template_name')) throw fail.duplicateName('name');
    throw error;
  }
}

export interface TemplateParts extends ProcessesParts {
  readonly refuseInactive: Organisation['refuseInactive'];
}

/** Values of a template in the action log. Reviewers and copies belong to them. */
const logged = ({ name, kind, cc_ids, stages }: TemplateGiven) => ({ name, kind, cc_ids, stages });

export function addTemplate(parts: TemplateParts, actor: Actor, given: TemplateGiven): Promise<{ id: number }> {
  const stages = checkedStages(given.stages);
  const { name, kind, cc_ids } = given;
  return uniquely(
    parts.db.transaction(async (trx) => {
      const repo = templatesRepo(parts.tables.within(trx), actor.enterpriseId);
      const id = await repo.add({ name, kind, cc_ids, created_by: actor.userId });
      // The call checked the ids before. A person can have left since, so the transaction checks again.
      await parts.refuseInactive(actor.enterpriseId, named({ ...given, stages }, NO_PEOPLE), trx);
      await repo.putStages(id, stages);
      await parts.bus.emit(trx, TemplateAdded, {
        actor,
        target: { kind: 'process_template', id, name },
        after: logged({ ...given, stages }),
        data: { templateId: id },
      });
      return { id };
    }),
  );
}

type Naming = Pick<TemplateGiven, 'cc_ids' | 'stages'>;
const NO_PEOPLE: Naming = { cc_ids: [], stages: [] };

/** People whom the template newly names in a capacity. */
function named(given: Naming, before: Naming): NamedPerson[] {
  const decided = before.stages.flatMap((stage) => stage.executor_ids);
  return [
    ...newlyNamed('cc_ids', given.cc_ids, before.cc_ids),
    ...given.stages.flatMap((stage, index) => newlyNamed(`stages.${index}.executor_ids`, stage.executor_ids, decided)),
  ];
}

export interface TemplateSeen {
  readonly id: number;
  readonly name: string;
  readonly version: number;
}

/** Running processes keep their own snapshot, so they do not change. Throws 1009 if the template changed meanwhile. */
export function editTemplate(
  parts: TemplateParts,
  actor: Actor,
  seen: TemplateSeen,
  given: TemplateGiven,
): Promise<{ version: number }> {
  const stages = checkedStages(given.stages);
  const { name, kind, cc_ids } = given;
  return uniquely(
    parts.db.transaction(async (trx) => {
      const repo = templatesRepo(parts.tables.within(trx), actor.enterpriseId);
      // Read without a lock. The version check detects a later change.
      const [row] = await repo.byIds([seen.id]);
      const before = row && { ...row, stages: (await repo.stages([seen.id])).get(seen.id) ?? [] };
      if (!before || !(await repo.update(seen.id, seen.version, { name, kind, cc_ids }))) throw fail.conflict();
      await parts.refuseInactive(actor.enterpriseId, named({ ...given, stages }, before), trx);
      await repo.putStages(seen.id, stages);
      await parts.bus.emit(trx, TemplateEdited, {
        actor,
        target: { kind: 'process_template', id: seen.id, name },
        before: logged(before),
        after: logged({ ...given, stages }),
        data: { templateId: seen.id },
      });
      return { version: seen.version + 1 };
    }),
  );
}

/** Enabling an enabled template, or disabling a disabled one, changes the version only. */
export function enableTemplate(
  parts: ProcessesParts,
  actor: Actor,
  seen: TemplateSeen,
  enabled: boolean,
): Promise<{ version: number }> {
  return parts.db.transaction(async (trx) => {
    const repo = templatesRepo(parts.tables.within(trx), actor.enterpriseId);
    if (!(await repo.update(seen.id, seen.version, { enabled }))) throw fail.conflict();
    await parts.bus.emit(trx, TemplateEnabled, {
      actor,
      target: { kind: 'process_template', id: seen.id, name: seen.name },
      after: { enabled },
      data: { templateId: seen.id, enabled },
    });
    return { version: seen.version + 1 };
  });
}

/** Removes the template from every list. Processes published with it continue (safety.md S19). */
export function deleteTemplate(parts: ProcessesParts, actor: Actor, seen: TemplateSeen): Promise<void> {
  return parts.db.transaction(async (trx: Trx) => {
    const repo = templatesRepo(parts.tables.within(trx), actor.enterpriseId);
    if (!(await repo.update(seen.id, seen.version, { deleted_at: parts.clock.now() }))) throw fail.conflict();
    await parts.bus.emit(trx, TemplateDeleted, {
      actor,
      target: { kind: 'process_template', id: seen.id, name: seen.name },
      before: { name: seen.name },
      data: { templateId: seen.id },
    });
  });
}

/** Templates of the enterprise, newest first. Empty for an invited partner. */
export async function listTemplates(
  parts: ProcessesParts & Pick<SubjectParts, 'isPartner'>,
  principal: Principal,
  filter: TemplateFilter,
  paging: { page: number; size: number; ispage?: 'not' },
): Promise<{ list: TemplateRow[]; total: number; page?: number; size?: number }> {
  const repo = reading(parts, principal.enterpriseId);
  const { page, size } = paging;
  if (await parts.isPartner(principal)) return { list: [], total: 0, page, size };
  const whole = paging.ispage === 'not';
  const window = whole ? { limit: LIMITS.unpagedMax, offset: 0 } : { limit: size, offset: (page - 1) * size };
  const [rows, total] = await Promise.all([repo.list(filter, window), repo.count(filter)]);
  const stages = await repo.stages(rows.map((row) => row.id));
  const list = rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind,
    enabled: row.enabled,
    stages: stages.get(row.id) ?? [],
    updated_at: wireTime(row.updated_at),
    version: row.version,
  }));
  return whole ? { list, total } : { list, total, page, size };
}

export async function templateInfo(parts: ProcessesParts, enterpriseId: number, id: number): Promise<TemplateInfo> {
  const repo = reading(parts, enterpriseId);
  const [row] = await repo.byIds([id]);
  if (!row) throw fail.notFound(true);
  const stages = (await repo.stages([id])).get(id) ?? [];
  const people = [...new Set([...row.cc_ids, ...stages.flatMap((stage) => stage.executor_ids)])];
  const names = await parts.names(enterpriseId, people);
  const person = (userId: number) => ({ id: userId, name: names.get(userId)?.name ?? '' });
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    enabled: row.enabled,
    cc: row.cc_ids.map(person),
    stages: stages.map(({ executor_ids, ...stage }) => ({
      ...stage,
      executors: executor_ids.map((userId) => ({ ...person(userId), active: names.get(userId)?.status === 'active' })),
    })),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    version: row.version,
  };
}

/** Stages of a template as they would run. `chosen[i]` holds the people for a stage where the starter chooses. */
export async function resolveTemplate(
  parts: ProcessesParts,
  enterpriseId: number,
  templateId: number,
  chosen: readonly (readonly number[])[] = [],
): Promise<StageDraft[]> {
  const repo = reading(parts, enterpriseId);
  const [row] = await repo.byIds([templateId]);
  if (!row) throw fail.notFound();
  if (!row.enabled) throw fail.wrongState('processes.templateDisabled', { params: { name: row.name } });
  const stages = (await repo.stages([templateId])).get(templateId) ?? [];
  return stages.map((stage, index) => {
    const picked = chosen[index] ?? [];
    if (stage.executor_rule === 'users' && picked.length > 0)
      throw fail.invalid(`chosen.${index}`, 'processes.notYoursToChoose', { name: stage.name });
    return {
      name: stage.name,
      signMode: stage.sign_mode,
      days: stage.days,
      executorIds: stage.executor_rule === 'users' ? stage.executor_ids : [...picked],
      allowTransfer: stage.allow_transfer,
      rejectTo: stage.reject_to,
    };
  });
}
