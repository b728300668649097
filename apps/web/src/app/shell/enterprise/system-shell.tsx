import { Suspense, useEffect, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { PasswordDialog } from '../../../features/identity/index.ts';
import { startLive, useLive } from '../../../lib/api/live.ts';
import { useT } from '../../../lib/i18n.ts';
import { reloadMe } from '../../../lib/session/load-me.ts';
import { useSession } from '../../../lib/session/session.ts';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx';
import { Logo } from '../../../ui/look/logo.tsx';
import { SYSTEM_HOME } from '../../guard-rules.ts';
import { useRouteHandle } from '../../titles.ts';
import { OfflineBar } from '../offline-bar.tsx';
import { PageOnItsWay } from '../page-on-its-way.tsx';
import { UserMenu } from '../user-menu.tsx';
import '../shell.css';

/** Frame of the pages of a system administrator. It has no areas, search and notices, which belong to an enterprise. */
export function SystemShell() {
  const t = useT();
  const { pathname } = useLocation();
  const handle = useRouteHandle();
  const [changingPassword, setChangingPassword] = useState(false);
  const mayListen = useSession(({ token, me }) => token !== null && me?.must_change !== true);
  useEffect(() => (mayListen ? startLive() : undefined), [mayListen]);
  useLive('session', () => void reloadMe().catch((error: unknown) => console.warn('info', error)));
  return (
    <div className="shell" data-section="none">
      <PageOnItsWay />
      <OfflineBar />
      <header className="top-bar">
        <a className="skip-link" href="#page">
          {t('shell.skip')}
        </a>
        <div className="bar-left">
          <Link className="bar-home" to={SYSTEM_HOME} aria-label={t('shell.home')}>
            <Logo />
          </Link>
          <span className="bar-names">
            <span className="bar-title ellipsis">{handle === null ? '' : t(handle.titleKey)}</span>
          </span>
        </div>
        <div className="bar-right">
          <UserMenu onChangePassword={() => setChangingPassword(true)} />
        </div>
        {changingPassword && (
          <Suspense fallback={null}>
            <PasswordDialog onClose={() => setChangingPassword(false)} />
          </Suspense>
        )}
      </header>
      <div className="shell-middle">
        <div className="shell-column">
          <main className="shell-page" id="page" tabIndex={-1}>
            <div className="page-scroll" key={pathname}>
              <ErrorBoundary>
                <Outlet />
              </ErrorBoundary>
            </div>
          </main>
        </div>
      </div>
    </div>
  );
}
