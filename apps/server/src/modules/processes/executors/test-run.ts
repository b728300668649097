import type { TestRun } from '@prdm/contract/processes/templates';
import type { ProcessesParts } from '../process-change.ts';
import { wholeTemplate } from './choice.ts';
import { planOf, type ResolveContext, type ResolveParts } from './resolve.ts';

/** The stages of a template as they would run now, also of a disabled one. Stores nothing. */
export async function testRun(
  parts: ResolveParts & Pick<ProcessesParts, 'names'>,
  enterpriseId: number,
  templateId: number,
  context: ResolveContext,
): Promise<TestRun> {
  const plan = await parts.db.transaction(async (trx) =>
    planOf(parts, trx, enterpriseId, await wholeTemplate(parts, trx, enterpriseId, templateId), context),
  );
  const ids = plan.stages.flatMap(({ people, left, cc, ccLeft }) => [
    ...[...people, ...left, ...ccLeft].map(({ id }) => id),
    ...cc,
  ]);
  const names = await parts.names(enterpriseId, [...new Set(ids)]);
  const named = <T extends { readonly id: number }>(one: T) => ({ ...one, name: names.get(one.id)?.name ?? '' });
  const stages = plan.stages.map(({ position, draft, people, left, cc, ccLeft, omitted, red }) => ({
    position,
    name: draft.name,
    people: people.map(named),
    left: left.map(named),
    cc: cc.map((id) => named({ id })),
    cc_left: ccLeft.map(named),
    omitted,
    red,
  }));
  const running = stages.filter(({ omitted }) => !omitted);
  return { stages, cc_ids: [...plan.ccIds], ok: running.length > 0 && running.every(({ red }) => !red) };
}
