import { Dropdown } from 'antd';
import { useT } from '../../lib/i18n.ts';
import { Icon, type IconName } from '../look/icon.tsx';
import { STILL } from '../still.ts';
import './row-menu.css';

export interface RowAct {
  readonly key: string;
  readonly label: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  /** The reason why the action is refused. Null or absent: it is allowed. */
  readonly why?: string | null;
  readonly run: () => unknown;
}

/** The actions of a row, behind dots that show on hover and focus, and always on touch. `name` is that of the row. */
export function RowMenu({ name, acts }: { name: string; acts: readonly RowAct[] }) {
  const t = useT();
  if (acts.length === 0) return null;
  return (
    // oxlint-disable-next-line click-events-have-key-events, no-static-element-interactions -- only keeps clicks of the menu from the row, which opens a record
    <span className="row-menu" onClick={(event) => event.stopPropagation()}>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        {...STILL}
        autoFocus
        destroyOnHidden
        menu={{
          items: acts.map(({ key, label, icon, danger, why }) => ({
            key,
            danger,
            disabled: (why ?? null) !== null,
            icon: <Icon name={icon} />,
            label: (
              <>
                {label}
                {(why ?? null) !== null && <span className="row-menu-why">{why}</span>}
              </>
            ),
          })),
          onClick: ({ key }) => void acts.find((act) => act.key === key)?.run(),
        }}
      >
        <button
          type="button"
          className="icon-button row-action"
          aria-haspopup="menu"
          aria-label={t('common.moreOf', { name })}
          title={t('common.more')}
        >
          <Icon name="more" />
        </button>
      </Dropdown>
    </span>
  );
}
