import { useT } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { Logo } from '../../../ui/look/logo.tsx';
import { MenuItem } from '../../../ui/controls/popup.tsx';

/** The links of the enterprise to systems of others that have an address. */
function useLinks() {
  const t = useT();
  const enterprise = useSession(({ me }) => me?.enterprise);
  const links = [
    { key: 'oa', label: t('shell.links.oa'), url: enterprise?.oa_url ?? '' },
    { key: 'review', label: t('shell.links.review'), url: enterprise?.review_url ?? '' },
  ];
  return links.filter(({ url }) => url !== '');
}

/** Links of the top bar. The other system opens in a new window and learns nothing about this one. */
export function EnterpriseLinks() {
  const t = useT();
  const links = useLinks();
  if (links.length === 0) return null;
  return (
    <nav className="bar-links" aria-label={t('shell.links.label')}>
      {links.map(({ key, label, url }) => (
        <a key={key} className="bar-link" href={url} target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      ))}
    </nav>
  );
}

/** The same in the menu of the user, where the top bar has no room for them. */
export function EnterpriseLinkItems({ close }: { close: () => void }) {
  return useLinks().map(({ key, label, url }) => (
    <MenuItem
      key={key}
      icon={<Icon name="share" />}
      onSelect={() => {
        close();
        window.open(url, '_blank', 'noopener,noreferrer');
      }}
    >
      {label}
    </MenuItem>
  ));
}

/** The logo of the enterprise, else that of the product. */
export function EnterpriseLogo() {
  const logo = useSession(({ me }) => me?.enterprise.logo ?? '');
  if (logo === '') return <Logo />;
  return <img className="bar-logo" src={logo} alt="" width={24} height={24} />;
}
