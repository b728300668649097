import { Navigate } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/session.ts';
import { PlainFrame } from '../parts/plain-frame.tsx';

/** Sends a signed-in visitor on to the home page; open to others, who are told where to sign in. */
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
