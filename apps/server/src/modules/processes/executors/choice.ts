import type { ProcessKind } from '@prdm/contract/processes/kinds';
import type { SubjectFacts } from '@prdm/contract/processes/conditions';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { templatesRepo } from '../templates/templates.repo.ts';
import { allHold } from './conditions.ts';
import type { ResolveParts, TemplateWhole } from './resolve.ts';

/**
 * The template of a kind for these facts: the first enabled one with conditions that all hold, else the default, else
 * the first without conditions. Templates follow their `sort`, then their id. Throws 1001 if there is none.
 */
export async function chooseTemplate(
  parts: ResolveParts,
  trx: Trx,
  enterpriseId: number,
  { kind, facts }: { kind: ProcessKind; facts: SubjectFacts },
): Promise<TemplateWhole> {
  const repo = templatesRepo(parts.tables.within(trx), enterpriseId);
  const candidates = await repo.candidates(kind);
  const row =
    candidates.find(({ conditions }) => conditions.length > 0 && allHold(conditions, facts)) ??
    candidates.find(({ is_default: isDefault }) => isDefault) ??
    candidates.find(({ conditions }) => conditions.length === 0);
  if (!row) throw fail.invalid('template', 'processes.noTemplate');
  return { ...row, stages: (await repo.stages([row.id])).get(row.id) ?? [] };
}

/** An enabled template by id. Throws 1006 without one, 1008 for a disabled one, 1001 for one of another kind. */
export async function namedTemplate(
  parts: ResolveParts,
  trx: Trx,
  enterpriseId: number,
  { kind, templateId }: { kind: ProcessKind; templateId: number },
): Promise<TemplateWhole> {
  const template = await wholeTemplate(parts, trx, enterpriseId, templateId);
  if (!template.enabled) throw fail.wrongState('processes.templateDisabled', { params: { name: template.name } });
  if (template.kind !== kind) throw fail.invalid('process_template_id', 'processes.otherKind', { name: template.name });
  return template;
}

/** A template with its stages, also a disabled one. Throws 1006 without one. */
export async function wholeTemplate(
  parts: Pick<ResolveParts, 'tables'>,
  trx: Trx,
  enterpriseId: number,
  templateId: number,
): Promise<TemplateWhole> {
  const repo = templatesRepo(parts.tables.within(trx), enterpriseId);
  const [row] = await repo.byIds([templateId]);
  if (!row) throw fail.notFound();
  return { ...row, stages: (await repo.stages([row.id])).get(row.id) ?? [] };
}
