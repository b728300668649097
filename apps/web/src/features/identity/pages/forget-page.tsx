import { useT } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/session.ts';
import { PlainFrame } from '../parts/plain-frame.tsx';
import { RecoverySteps } from '../recovery/recovery-steps.tsx';

/** Recovers a password by e-mail. Without a mail server it shows the contact of the enterprise instead. */
export default function ForgetPage() {
  const t = useT();
  const recovery = useSession(({ settings }) => settings?.recovery);
  if (recovery?.by_mail === true)
    return (
      <PlainFrame title={t('login.titles.forget')} lead={t('recovery.page.lead')}>
        <RecoverySteps />
      </PlainFrame>
    );
  const contact = (['phone', 'email'] as const).filter((name) => recovery?.[name]);
  return (
    <PlainFrame title={t('login.titles.forget')} lead={t('login.forgetLead')}>
      <ol className="plain-steps">
        <li>{t('login.forgetStep1')}</li>
        <li>{t('login.forgetStep2')}</li>
        <li>{t('login.forgetStep3')}</li>
      </ol>
      {contact.length > 0 && (
        <dl className="recovery-contact">
          {contact.map((name) => (
            <div key={name}>
              <dt>{t(`recovery.page.contact.${name}`)}</dt>
              <dd>
                <a href={`${name === 'phone' ? 'tel' : 'mailto'}:${recovery?.[name]}`}>{recovery?.[name]}</a>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <a className="button button-wide button-large" href="/login">
        {t('login.backToSignIn')}
      </a>
    </PlainFrame>
  );
}
