import type { ReactNode } from 'react';
import type { StatusLabel } from '@prdm/contract/status';
import { useT } from '../../lib/i18n.ts';
import { STATUS, type Tone } from './status.ts';
import './status-chip.css';

/** A status as mark and word. */
export function StatusChip({ status }: { status: StatusLabel }) {
  const t = useT();
  const { tone, mark, look } = STATUS[status];
  return (
    <ToneChip tone={tone} mark={mark} look={look}>
      {t(`status.${status}`)}
    </ToneChip>
  );
}

/**
 * A chip in one of the eight tones, for statuses of other objects (staff,
 * models, files). Pass `mark` where colour would be the only cue.
 */
export function ToneChip(props: { tone: Tone; mark?: string; look?: 'dashed' | 'solid'; children: ReactNode }) {
  return (
    <span className="chip" data-tone={props.tone} data-look={props.look}>
      {props.mark && (
        <span className="chip-mark" aria-hidden="true">
          {props.mark}
        </span>
      )}
      {props.children}
    </span>
  );
}
