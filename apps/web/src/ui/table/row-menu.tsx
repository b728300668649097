import { Dropdown } from 'antd';
import { useRef } from 'react';
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

/** The closing menu takes the focus with it. A dialog that an action opens then returns the focus to the dots, too. */
function focusBack(dots: HTMLElement | null): void {
  const focused = document.activeElement;
  const isLost = focused === null || focused === document.body || focused.closest('[role="menu"]') !== null;
  if (isLost) dots?.focus({ preventScroll: true });
}

/** The actions of a row, behind dots that show on hover and focus, and always on touch. `name` is that of the row. */
export function RowMenu({ name, acts }: { name: string; acts: readonly RowAct[] }) {
  const t = useT();
  const dots = useRef<HTMLButtonElement>(null);
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
        onOpenChange={(isOpen) => isOpen || focusBack(dots.current)}
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
          ref={dots}
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
