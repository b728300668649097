import type { ReactNode } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session/session.ts';
import { signOut } from '../../lib/session/sign-out.ts';

const HOME = '/';
const PROJECTS = '/project/index';

/**
 * Actions of every error page: home, projects, sign-out. `first` stands before them, `children` before sign-out. The
 * links reload the page, so no cached state survives. Neither target opens an error page by itself (`useErrorPage`).
 */
export function WaysOut({ first, children }: { first?: ReactNode; children?: ReactNode }) {
  const t = useT();
  const isSignedIn = useSession(({ token }) => token !== null);
  return (
    <div className="error-actions">
      {first}
      <a className={first === undefined ? 'button button-primary' : 'button'} href={HOME}>
        {t('errors.toHome')}
      </a>
      <a className="button" href={PROJECTS}>
        {t('errors.toProjects')}
      </a>
      {children}
      {isSignedIn && (
        <button type="button" className="button button-quiet" onClick={() => void signOut(LIMITS.logoutReloadMs, HOME)}>
          {t('shell.user.signOut')}
        </button>
      )}
    </div>
  );
}
