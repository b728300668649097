import type { ProcessView } from '@prdm/contract/processes/review';

type Entry = ProcessView['history'][number];

/** Actions that end a round. */
const ENDS = ['not_pass', 'withdraw', 'cancel', 'pause'] as const;
type RoundEnd = (typeof ENDS)[number] | 'passed';

/**
 * The last of these actions in a round decides how it ended. A `resume` or `pass` after a pause means that the pause
 * did not end the round.
 */
const MOVES: readonly string[] = [...ENDS, 'pass', 'resume'];

/** Actions with a statement about the work. */
const SAID = ['pass', 'not_pass'];

export interface EarlierRound {
  readonly round: number;
  readonly end: RoundEnd;
  /** The entry that ended the round, with its user and comment. Null when the last pass ended it. */
  readonly by: Entry | null;
  readonly said: readonly Entry[];
}

/**
 * The rounds before the current one, oldest first. The last moving action gives the end. A "not pass" to the previous
 * stage is never the last one.
 */
export function earlierRounds({ history, round }: Pick<ProcessView, 'history' | 'round'>): EarlierRound[] {
  return Array.from({ length: Math.max(0, round - 1) }, (_, at) => {
    const entries = history.filter((entry) => entry.round === at + 1);
    const moved = entries.findLast(({ action }) => MOVES.includes(action));
    const by = moved !== undefined && endOf(moved.action) !== null ? moved : null;
    return {
      round: at + 1,
      end: (by && endOf(by.action)) ?? 'passed',
      by,
      said: entries.filter(({ action }) => SAID.includes(action)),
    };
  });
}

const endOf = (action: string): RoundEnd | null => ENDS.find((end) => end === action) ?? null;

/** The refusal that the current round answers: the latest one of the earlier rounds. Null without a refusal. */
export const lastRefusal = (rounds: readonly EarlierRound[]): Entry | null =>
  rounds.findLast(({ end }) => end === 'not_pass')?.by ?? null;
