import { useT } from '../../../lib/i18n.ts';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';

/** Marks an inactive reviewer without a successor. The review is blocked until an administrator hands the work over. */
export function UnassignableChip() {
  const t = useT();
  return (
    <span title={t('processes.assignment.unassignableWhy')}>
      <ToneChip tone="red" mark="!">
        {t('processes.assignment.unassignable')}
      </ToneChip>
    </span>
  );
}
