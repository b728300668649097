import type { OpinionGrade, OpinionState } from '@prdm/contract/processes/opinions';
import { useT } from '../../../lib/i18n.ts';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import { GRADE_TONES } from '../opinions.logic.ts';

/** A grade as colour and word. */
export function GradeChip({ grade }: { grade: OpinionGrade }) {
  const t = useT();
  return <ToneChip tone={GRADE_TONES[grade]}>{t(`opinion-pages.grade.${grade}`)}</ToneChip>;
}

const STATES = {
  open: null,
  answered: { tone: 'blue', mark: '↩' },
  closed: { tone: 'green', mark: '✓' },
  kept: { tone: 'purple', mark: '=' },
} as const;

/** The state of an opinion. An open one has none. */
export function StateChip({ state }: { state: OpinionState }) {
  const t = useT();
  const look = STATES[state];
  if (look === null) return null;
  return <ToneChip {...look}>{t(`opinion-pages.state.${state}`)}</ToneChip>;
}
