import { useT } from '../../../lib/i18n.ts';
import { useSiteUrl } from '../../../lib/site-address.ts';
import { PlainFrame } from '../parts/plain-frame.tsx';
import { QrCode } from '../parts/qr-code.tsx';

/**
 * Page for phones and mini-programs: the address of the site as text and as QR code, and the way to sign-in. The product
 * runs in the phone's browser.
 */
export default function MiniPage() {
  const t = useT();
  const address = useSiteUrl();
  return (
    <PlainFrame title={t('login.miniTitle')} lead={t('login.miniLead')}>
      <QrCode text={address} label={t('login.miniCode', { address })} />
      <p className="mini-address">
        <code>{address}</code>
      </p>
      <a className="button button-primary button-wide button-large" href="/">
        {t('login.miniOpen')}
      </a>
      <p className="login-foot">{t('login.miniComputer')}</p>
    </PlainFrame>
  );
}
