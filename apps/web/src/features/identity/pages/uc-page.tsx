import { Navigate } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/session.ts';
import { PlainFrame } from '../parts/plain-frame.tsx';

/** Redirects a signed-in visitor to the home page. Other visitors get a link to the sign-in page. */
export default function UcPage() {
  const t = useT();
  const signedIn = useSession(({ token }) => token !== null);
  if (signedIn) return <Navigate to="/home" replace />;
  return (
    <PlainFrame title={t('login.titles.uc')} lead={t('login.ucLead')}>
      <a className="button button-primary button-wide button-large" href="/login">
        {t('login.backToSignIn')}
      </a>
    </PlainFrame>
  );
}
