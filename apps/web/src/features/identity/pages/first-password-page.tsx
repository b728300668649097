import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { safeRedirect } from '../../../lib/session/redirect.ts';
import { useSession } from '../../../lib/session/session.ts';
import { signIn } from '../../../lib/session/sign-in.ts';
import { signOut } from '../../../lib/session/sign-out.ts';
import { ChangePasswordForm } from '../parts/change-password-form.tsx';
import { PlainFrame } from '../parts/plain-frame.tsx';

/** Replaces a password that another person has set. No other page opens before the change. */
export default function FirstPasswordPage() {
  const t = useT();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [refused, setRefused] = useState('');
  const account = useSession(({ me }) => me?.account ?? '');
  const settings = useSession((state) => state.settings);
  const bounds = settings && { min: settings.password_length_min, max: settings.password_length_max };

  /** The change ended all sessions, including this one. The page signs in again with the new password. */
  const enter = async (fresh: string) => {
    try {
      await signIn({ account, password: fresh, automatic: false });
    } catch {
      // If that fails, the user signs in manually. The sign-in page shows the reason.
      await signOut(0);
      return;
    }
    useSession.setState({ me: null });
    await navigate(safeRedirect(query.get('redirect')), { replace: true });
  };
  return (
    <PlainFrame title={t('login.firstTitle')} lead={t('login.firstLead')}>
      {refused !== '' && (
        <p className="notice-line" role="alert">
          {refused}
        </p>
      )}
      <ChangePasswordForm
        bounds={bounds}
        submitLabel={t('login.changeAndEnter')}
        onDone={(fresh) => void enter(fresh)}
        onRefused={setRefused}
      />
      <p className="login-foot">
        <button type="button" className="button button-quiet" onClick={() => void signOut()}>
          {t('login.signOut')}
        </button>
      </p>
    </PlainFrame>
  );
}
