import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../../lib/i18n.ts';
import { forgetPlace } from '../shell/places.ts';
import { WaysOut } from './ways-out.tsx';
import '../../ui/look/plain.css';
import './error-pages.css';

type ErrorCode = '403' | '404' | '410' | '443' | '444';

/**
 * These pages have no Back button. The previous page is mostly in the same closed project and would lead here again.
 */
const NO_WAY_BACK = new Set(['443', '444']);

const ARCHIVED_LIST = '/project/index?state=archived';

interface Came {
  readonly from?: string;
  readonly msg?: string;
}

/**
 * One page for the codes 404, 403, 410, 444 and 443; the path selects the texts. It shows the event, the refused
 * address and the next step.
 */
export default function ErrorPage() {
  const t = useT();
  const { pathname, state } = useLocation();
  const code = pathname.slice(1) as ErrorCode;
  const { from, msg } = (state ?? {}) as Came;
  useEffect(() => {
    if (from !== undefined) forgetPlace(from);
  }, [from]);
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
        <WaysOut>
          {/* The list of archived projects is where a project is restored. The reader may have that right. */}
          {code === '443' && (
            <a className="button" href={ARCHIVED_LIST}>
              {t('errors.toArchived')}
            </a>
          )}
          {!NO_WAY_BACK.has(code) && (
            <button type="button" className="button" onClick={() => history.back()}>
              {t('errors.back')}
            </button>
          )}
        </WaysOut>
      </div>
    </main>
  );
}
