import { useT } from '../../../lib/i18n.ts';
import { redirectValue } from '../../../lib/session/redirect.ts';
import { SSO_PAGE } from '../../../lib/session/sso-page.ts';
import { PlainFrame } from './plain-frame.tsx';

/** A sign-in through the identity provider has failed. The page stays, and the user chooses what to do. */
export function SsoFailure({ problem, wayBack }: { problem: string; wayBack: string | null }) {
  const t = useT();
  const back = wayBack === null ? '' : `redirect=${redirectValue(wayBack)}`;
  return (
    <PlainFrame title={t('login.sso.failedTitle')}>
      <p className="notice-line" role="alert">
        {problem}
      </p>
      <a className="button button-primary button-large button-wide" href={`${SSO_PAGE}?${back}`}>
        {t('login.sso.again')}
      </a>
      <a className="button button-large button-wide sso-other" href={`/login?way=password&${back}`}>
        {t('login.sso.orPassword')}
      </a>
    </PlainFrame>
  );
}
