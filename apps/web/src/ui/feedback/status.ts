import type { StatusLabel } from '@prdm/contract/status';

export type Tone = 'neutral' | 'blue' | 'green' | 'amber' | 'orange' | 'red' | 'purple' | 'teal';

/**
 * The 14 statuses in 8 tones (look-and-feel.md 15-17). Chips, Gantt bars, board columns, charts and exports share this
 * map. The mark stands beside the word, so colour is never the only cue.
 */
export const STATUS: Readonly<
  Record<StatusLabel, { readonly tone: Tone; readonly mark: string; readonly look?: 'dashed' | 'solid' }>
> = {
  unprocessed: { tone: 'neutral', mark: '○' },
  not_started: { tone: 'neutral', mark: '◌', look: 'dashed' },
  not_reviewed: { tone: 'neutral', mark: '◇' },
  in_progress: { tone: 'blue', mark: '◐' },
  finished: { tone: 'green', mark: '✓' },
  review_complete: { tone: 'green', mark: '✓✓' },
  paused: { tone: 'amber', mark: '‖' },
  under_review: { tone: 'orange', mark: '◔' },
  overdue: { tone: 'red', mark: '!', look: 'solid' },
  rejected: { tone: 'red', mark: '↩' },
  review_rejected: { tone: 'red', mark: '✕' },
  awaiting_confirmation: { tone: 'purple', mark: '?' },
  transfer_awaiting: { tone: 'purple', mark: '⇄' },
  long_term: { tone: 'teal', mark: '∞' },
};
