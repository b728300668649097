import { useMutationState } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Icon } from '../../ui/look/icon.tsx';

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/**
 * Covers the top of every page while the computer is offline. Data on the screen may be stale, and saved changes wait
 * until the network is back.
 */
export function OfflineBar() {
  const t = useT();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const waiting = useMutationState({ filters: { predicate: ({ state }) => state.isPaused } }).length;
  if (online) return null;
  return (
    <div className="offline-bar" role="status">
      <Icon name="offline" />
      {waiting === 0 ? t('shell.offline') : t('shell.offlineWaiting', { n: waiting, count: waiting })}
    </div>
  );
}
