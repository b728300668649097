import { useT } from '../../../lib/i18n.ts';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';

/** The mark of a round that its submitter withdrew. */
export function WithdrawnChip() {
  const t = useT();
  return (
    <ToneChip tone="neutral" mark="↶">
      {t('processes.starter.withdrawn')}
    </ToneChip>
  );
}
