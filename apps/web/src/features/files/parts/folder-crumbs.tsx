import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import './folder-crumbs.css';

/** The folders down to the open one. In a deep place the middle ones are left out and named in a title. */
export function FolderCrumbs(props: { crumbs: readonly { id: number; name: string }[]; onOpen: (id: number) => void }) {
  const t = useT();
  const { crumbs } = props;
  const isLong = crumbs.length > 4;
  const shown = isLong ? [...crumbs.slice(0, 1), ...crumbs.slice(-2)] : crumbs;
  return (
    <nav className="file-crumbs" aria-label={t('files.place')} title={crumbs.map(({ name }) => name).join(' / ')}>
      {shown.map((crumb, index) => (
        <span key={crumb.id}>
          {index > 0 && <Icon name="right" size={12} />}
          {isLong && index === 1 && (
            <>
              … <Icon name="right" size={12} />
            </>
          )}
          <button
            type="button"
            className="link-button ellipsis"
            aria-current={index === shown.length - 1 ? 'page' : undefined}
            onClick={() => props.onOpen(crumb.id)}
          >
            {crumb.name}
          </button>
        </span>
      ))}
    </nav>
  );
}
