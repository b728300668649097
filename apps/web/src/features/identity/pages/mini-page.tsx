import { useT } from '../../../lib/i18n.ts';
import { PlainFrame } from '../parts/plain-frame.tsx';

/** Where a phone or a mini-program lands: the product runs in its browser, and this is the way in. */
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
