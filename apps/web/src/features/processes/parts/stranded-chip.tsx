import { useT } from '../../../lib/i18n.ts';
import { ToneChip } from '../../../ui/status-chip.tsx';

/** Beside who should act and works here no more: nobody could take the seat, so the review stands still. */
export function StrandedChip() {
  const t = useT();
  return (
    <span title={t('processes.seat.strandedWhy')}>
      <ToneChip tone="red" mark="!">
        {t('processes.seat.stranded')}
      </ToneChip>
    </span>
  );
}
