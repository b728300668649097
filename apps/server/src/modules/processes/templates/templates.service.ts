import type { Principal } from '@prdm/access';
import { wireTime } from '@prdm/contract/kit/fields';
import { LIMITS } from '@prdm/contract/limits';
import type { ProcessKind } from '@prdm/contract/processes/kinds';
import type { TemplateInfo, TemplateRow } from '@prdm/contract/processes/templates';
import type { Condition } from '@prdm/contract/processes/conditions';
import type { Actor } from '../../../platform/actor.ts';
import { isUniqueViolation, type Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { TemplateAdded, TemplateDeleted, TemplateEdited, TemplateEnabled } from '../process.events.ts';
import type { Organisation } from '../../organisation/index.ts';
import type { SubjectParts } from '../process.subject.ts';
import type { ProcessesParts } from '../process-change.ts';
import {
  named,
  NO_PEOPLE,
  refuseUnmanned,
  refuseWrongRoles,
  storedConditions,
  storedStages,
  type CheckParts,
  type GivenTemplate,
} from './template-checks.ts';
import { templatesRepo, type TemplateColumns, type TemplateFilter, type TemplateStage } from './templates.repo.ts';

const reading = (parts: Pick<ProcessesParts, 'tables'>, enterpriseId: number) =>
  templatesRepo(parts.tables.read, enterpriseId);

async function uniquely<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error, 'process_template_name')) throw fail.duplicateName('name');
    // Another call made another template the default at the same time.
    if (isUniqueViolation(error, 'process_template_default')) throw fail.conflict();
    throw error;
  }
}

export interface TemplateParts extends ProcessesParts, CheckParts {
  readonly refuseInactive: Organisation['refuseInactive'];
}

type Whole = TemplateColumns & { readonly stages: readonly TemplateStage[] };

/** Values of a template in the action log. Reviewers and copies belong to them. */
const logged = ({ name, kind, cc_ids, conditions, is_default, sort, stages }: Whole) => ({
  name,
  kind,
  cc_ids,
  conditions,
  is_default,
  sort,
  stages,
});

const columnsOf = ({ name, kind, cc_ids, conditions, is_default, sort }: GivenTemplate): TemplateColumns => ({
  name,
  kind,
  cc_ids,
  conditions: storedConditions('conditions', conditions),
  is_default,
  sort,
});

/** Takes the default from the template that has it, with a row in its log. */
async function takeDefault(parts: ProcessesParts, trx: Trx, actor: Actor, kind: ProcessKind, exceptId: number | null) {
  const other = await templatesRepo(parts.tables.within(trx), actor.enterpriseId).takeDefault(kind, exceptId);
  if (!other) return;
  await parts.bus.emit(trx, TemplateEdited, {
    actor,
    target: { kind: 'process_template', id: other.id, name: other.name },
    before: { is_default: true },
    after: { is_default: false },
    data: { templateId: other.id },
  });
}

export function addTemplate(parts: TemplateParts, actor: Actor, given: GivenTemplate): Promise<{ id: number }> {
  const stages = storedStages(given.stages);
  const columns = columnsOf(given);
  return uniquely(
    parts.db.transaction(async (trx) => {
      const { enterpriseId } = actor;
      const repo = templatesRepo(parts.tables.within(trx), enterpriseId);
      await refuseWrongRoles(parts, trx, enterpriseId, stages);
      if (columns.is_default) await takeDefault(parts, trx, actor, columns.kind, null);
      const id = await repo.add(columns, actor.userId);
      // The call checked the ids before. A person can have left since, so the transaction checks again.
      await parts.refuseInactive(enterpriseId, named({ ...columns, stages }, NO_PEOPLE), trx);
      await refuseUnmanned(parts, trx, enterpriseId, stages);
      await repo.putStages(id, stages);
      await parts.bus.emit(trx, TemplateAdded, {
        actor,
        target: { kind: 'process_template', id, name: columns.name },
        after: logged({ ...columns, stages }),
        data: { templateId: id },
      });
      return { id };
    }),
  );
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
  given: GivenTemplate,
): Promise<{ version: number }> {
  const stages = storedStages(given.stages);
  const columns = columnsOf(given);
  const { enterpriseId } = actor;
  return uniquely(
    parts.db.transaction(async (trx) => {
      const repo = templatesRepo(parts.tables.within(trx), enterpriseId);
      await refuseWrongRoles(parts, trx, enterpriseId, stages);
      // Read without a lock. The version check detects a later change.
      const [row] = await repo.byIds([seen.id]);
      const before = row && { ...row, stages: (await repo.stages([seen.id])).get(seen.id) ?? [] };
      if (columns.is_default) await takeDefault(parts, trx, actor, columns.kind, seen.id);
      if (!before || !(await repo.update(seen.id, seen.version, columns))) throw fail.conflict();
      await parts.refuseInactive(enterpriseId, named({ ...columns, stages }, before), trx);
      if (before.enabled) await refuseUnmanned(parts, trx, enterpriseId, stages);
      await repo.putStages(seen.id, stages);
      await parts.bus.emit(trx, TemplateEdited, {
        actor,
        target: { kind: 'process_template', id: seen.id, name: columns.name },
        before: logged(before),
        after: logged({ ...columns, stages }),
        data: { templateId: seen.id },
      });
      return { version: seen.version + 1 };
    }),
  );
}

/**
 * Enabling an enabled template, or disabling a disabled one, changes the version only. Enabling throws 1008 if a stage
 * can never have an executor.
 */
export function enableTemplate(
  parts: TemplateParts,
  actor: Actor,
  seen: TemplateSeen,
  enabled: boolean,
): Promise<{ version: number }> {
  return parts.db.transaction(async (trx) => {
    const repo = templatesRepo(parts.tables.within(trx), actor.enterpriseId);
    if (!(await repo.update(seen.id, seen.version, { enabled }))) throw fail.conflict();
    if (enabled) {
      const stages = (await repo.stages([seen.id])).get(seen.id) ?? [];
      await refuseUnmanned(parts, trx, actor.enterpriseId, stages);
    }
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
    is_default: row.is_default,
    sort: row.sort,
    stages: stages.get(row.id) ?? [],
    updated_at: wireTime(row.updated_at),
    version: row.version,
  }));
  return whole ? { list, total } : { list, total, page, size };
}

export async function templateInfo(
  parts: Pick<ProcessesParts, 'tables' | 'names'> & CheckParts,
  enterpriseId: number,
  id: number,
): Promise<TemplateInfo> {
  const repo = reading(parts, enterpriseId);
  const [row] = await repo.byIds([id]);
  if (!row) throw fail.notFound(true);
  const stages = (await repo.stages([id])).get(id) ?? [];
  const people = [...row.cc_ids, ...stages.flatMap((stage) => [...stage.executor_ids, ...stage.cc_ids])];
  const [names, roles] = await Promise.all([
    parts.names(enterpriseId, [...new Set(people)]),
    parts.organisation.rolesByIds(enterpriseId, [...new Set(stages.flatMap((stage) => stage.role_id ?? []))]),
  ]);
  const person = (userId: number) => ({ id: userId, name: names.get(userId)?.name ?? '' });
  const roleOf = (roleId: number | null) =>
    roleId === null ? null : { id: roleId, name: roles.get(roleId)?.name ?? '' };
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    enabled: row.enabled,
    is_default: row.is_default,
    sort: row.sort,
    conditions: row.conditions.map(shownOf),
    cc: row.cc_ids.map(person),
    stages: stages.map(({ executor_ids, role_id, cc_ids, conditions, ...stage }) => ({
      ...stage,
      executors: executor_ids.map((userId) => ({ ...person(userId), active: names.get(userId)?.status === 'active' })),
      role: roleOf(role_id),
      cc: cc_ids.map(person),
      conditions: conditions.map(shownOf),
    })),
    created_at: wireTime(row.created_at),
    updated_at: wireTime(row.updated_at),
    version: row.version,
  };
}

const shownOf = ({ value, ...rest }: Condition) => ({
  ...rest,
  value: typeof value === 'object' ? [...value] : value,
});
