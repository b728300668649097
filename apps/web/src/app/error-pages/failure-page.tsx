import { GuardStop } from '../guard.ts';
import { useT } from '../../lib/i18n.ts';
import { WaysOut } from './ways-out.tsx';
import '../../ui/look/plain.css';
import './error-pages.css';

/** Shown when a page cannot be drawn or the guard stops the navigation: the reason and a Retry button. */
export function FailurePage({ error }: { error: unknown }) {
  const t = useT();
  const stopped = error instanceof GuardStop;
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <main className="plain-page">
      <div className="plain-card error-page" role="alert">
        <h1 className="plain-title">{stopped ? reason : t('errors.failedTitle')}</h1>
        {!stopped && <p className="plain-lead">{t('errors.failedText')}</p>}
        {!stopped && reason !== '' && (
          <p className="error-address">
            <code>{reason}</code>
          </p>
        )}
        <WaysOut
          first={
            <button type="button" className="button button-primary" onClick={() => location.reload()}>
              {t('errors.retry')}
            </button>
          }
        />
      </div>
    </main>
  );
}
