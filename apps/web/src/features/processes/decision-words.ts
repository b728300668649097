import type { ProcessView } from '@prdm/contract/review';
import type { Translate } from '../../lib/i18n.ts';

/** Text of an entry in the history of a review. A "not pass" names the person who gets the work back. */
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
