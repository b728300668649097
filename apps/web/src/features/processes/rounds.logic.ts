import type { ProcessView } from '@prdm/contract/review';

type Entry = ProcessView['history'][number];

/** How a round came to its end. */
const ENDS = ['not_pass', 'withdraw', 'cancel', 'pause'] as const;
type RoundEnd = (typeof ENDS)[number] | 'passed';

/** A pause that was resumed, and what was passed after it, ended nothing. */
const MOVES: readonly string[] = [...ENDS, 'pass', 'resume'];

/** Decisions: what somebody said about the work. */
const SAID = ['pass', 'not_pass'];

export interface EarlierRound {
  readonly round: number;
  readonly end: RoundEnd;
  /** What ended it, with who did it and the words; null where the last pass did. */
  readonly by: Entry | null;
  readonly said: readonly Entry[];
}

/** The rounds before the present one, oldest first, each told by what happened last in it: a "not pass" to the stage before is always followed by more. */
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

/** The refusal that the present round answers: the latest of the rounds before it. */
export const lastRefusal = (rounds: readonly EarlierRound[]): Entry | null =>
  rounds.findLast(({ end }) => end === 'not_pass')?.by ?? null;
