import { useSearchParams } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { safeRedirect } from '../../../lib/session/redirect.ts';
import { useSiteUrl } from '../../../lib/site-address.ts';
import { toast } from '../../../lib/toasts.ts';
import { copyText } from '../../../ui/controls/copy-text.ts';
import './computer-page.css';

/** Work that a phone is too small for goes on at a computer: the address of the page in `?to=` (or of the start) to copy. */
export default function ComputerPage() {
  const t = useT();
  const [params] = useSearchParams();
  const address = useSiteUrl(safeRedirect(params.get('to')));
  const copy = async () => {
    if (await copyText(address)) toast.success(t('help.computer.copied'));
    else toast.error(t('viewer.copyFailed'));
  };
  return (
    <section className="computer-page" aria-labelledby="computer-title">
      <h1 id="computer-title">{t('help.computer.title')}</h1>
      <p>{t('help.computer.lead')}</p>
      <p className="computer-address">
        <code>{address}</code>
        <button type="button" className="button button-primary" onClick={() => void copy()}>
          {t('help.computer.copy')}
        </button>
      </p>
      <p className="computer-hint">{t('help.computer.hint')}</p>
    </section>
  );
}
