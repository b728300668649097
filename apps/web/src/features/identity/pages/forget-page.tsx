import { useT } from '../../../lib/i18n.ts';
import { PlainFrame } from '../parts/plain-frame.tsx';

/** Explains how to regain access. An administrator sets a new password, because this installation sends no mail. */
export default function ForgetPage() {
  const t = useT();
  return (
    <PlainFrame title={t('login.titles.forget')} lead={t('login.forgetLead')}>
      <ol className="plain-steps">
        <li>{t('login.forgetStep1')}</li>
        <li>{t('login.forgetStep2')}</li>
        <li>{t('login.forgetStep3')}</li>
      </ol>
      <a className="button button-wide button-large" href="/login">
        {t('login.backToSignIn')}
      </a>
    </PlainFrame>
  );
}
