import { useLocation } from 'react-router';
import { useT } from '../../lib/i18n.ts';
import '../../ui/plain.css';
import './error-pages.css';

/**
 * Out of a project that is closed to the reader: the page before mostly lies in it too and would lead back here. The archiving is undone
 * in the list of the archived ones, by the page's reader perhaps.
 */
const WAYS: Readonly<Record<string, { to: string; words: string }>> = {
  443: { to: '/project/index?state=archived', words: 'errors.toArchived' },
  444: { to: '/project/index', words: 'errors.toProjects' },
};

interface Came {
  readonly from?: string;
  readonly msg?: string;
}

/** What happened, for which address, and what to do: one page for each of 404 403 410 444 443, told apart by the path. */
export default function ErrorPage() {
  const t = useT();
  const { pathname, state } = useLocation();
  const code = pathname.slice(1);
  const { from, msg } = (state ?? {}) as Came;
  const way = WAYS[code];
  return (
    <main className="plain-page">
      <div className="plain-card error-page">
        <p className="error-code tabular">{code}</p>
        <h1 className="plain-title">{t(`errors.pages.${code}.title`)}</h1>
        {msg !== undefined && msg !== '' && msg !== t(`errors.pages.${code}.title`) && (
          <p className="error-said">{msg}</p>
        )}
        {from !== undefined && (
          <p className="error-address">
            <span>{t('errors.address')}</span>
            <code>{from}</code>
          </p>
        )}
        <p className="plain-lead">{t(`errors.pages.${code}.todo`)}</p>
        <div className="error-actions">
          <a className="button button-primary" href="/">
            {t('errors.toHome')}
          </a>
          {way !== undefined ? (
            <a className="button" href={way.to}>
              {t(way.words)}
            </a>
          ) : (
            <button type="button" className="button" onClick={() => history.back()}>
              {t('errors.back')}
            </button>
          )}
        </div>
      </div>
    </main>
  );
}
