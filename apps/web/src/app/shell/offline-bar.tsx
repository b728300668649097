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

/** Over everything while the computer has no network: what is on the screen may be old, and what is saved waits here until it can be sent. */
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
