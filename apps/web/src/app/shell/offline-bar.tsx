import { useSyncExternalStore } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Icon } from '../../ui/icon.tsx';

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};

/** Over everything while the computer has no network: what is on the screen may be old, and nothing can be saved. */
export function OfflineBar() {
  const t = useT();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div className="offline-bar" role="status">
      <Icon name="offline" />
      {t('shell.offline')}
    </div>
  );
}
