import type { ProcessView } from '@prdm/contract/review';
import type { Translate } from '../../lib/i18n.ts';

/** What an entry of a review's history says; a "not pass" names who has the work again. */
export function decisionWords(
  t: Translate,
  process: Pick<ProcessView, 'starter'>,
  entry: ProcessView['history'][number],
): string {
  const { action, to } = entry;
  const key = action === 'not_pass' && to === 'previous' ? 'not_pass_previous' : action;
  return t(`processes.history.${key}`, {
    stage: entry.stage_name,
    target: entry.target?.name ?? '',
    name: process.starter.name,
  });
}
