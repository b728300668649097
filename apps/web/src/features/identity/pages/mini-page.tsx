import { useT } from '../../../lib/i18n.ts';
import { PlainFrame } from '../parts/plain-frame.tsx';

/** Page for phones and mini-programs. It shows the address, because the product runs in the phone's browser. */
export default function MiniPage() {
  const t = useT();
  return (
    <PlainFrame title={t('login.titles.mini')} lead={t('login.miniLead')}>
      <p className="mini-address">
        <code>{location.origin}</code>
      </p>
      <a className="button button-primary button-wide button-large" href="/">
        {t('login.miniOpen')}
      </a>
      <p className="login-foot">{t('login.miniComputer')}</p>
    </PlainFrame>
  );
}
