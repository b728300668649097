import type { ProcessView } from '@prdm/contract/processes/review';
import type { Translate } from '../../lib/i18n.ts';

/** The person of an entry. A deputy stands with the reviewer: "B for A". */
export const actorName = (
  t: Translate,
  { user, for_user }: Pick<ProcessView['history'][number], 'user' | 'for_user'>,
) => nameFor(t, user?.name, for_user?.name);

/** A name, with the person for whom a deputy acts. */
export const nameFor = (t: Translate, by: string | undefined, who: string | undefined): string | undefined =>
  by === undefined || who === undefined ? by : t('delegations.byFor', { by, who });

/** Starter and begin of a round. The process names those of the present one. */
export const roundOf = <P extends Pick<ProcessView, 'starter' | 'rounds'>>(process: P, round: number) =>
  process.rounds.find((one) => one.round === round) ?? process;

/**
 * Text of an entry in the history of a review. A "not pass" names the starter of its round or the stage that gets the
 * work back.
 */
export function decisionWords(
  t: Translate,
  process: Pick<ProcessView, 'starter' | 'rounds'>,
  entry: ProcessView['history'][number],
): string {
  return t(`processes.history.${wordOf(entry)}`, {
    stage: entry.stage_name,
    other: entry.to_stage,
    target: entry.target?.name ?? '',
    name: roundOf(process, entry.round).starter.name,
  });
}

function wordOf(entry: ProcessView['history'][number]) {
  const { action, to, to_stage: other, to_position: at } = entry;
  // Entries from before the target was stored have no name of it.
  if (action === 'not_pass' && to !== 'starter') return other === '' ? 'not_pass_previous' : 'not_pass_stage';
  if (action === 'skip') return other === '' ? 'skip_round' : 'skip';
  if (action === 'add_sign' && at === entry.position) return 'add_sign_before';
  return action;
}
