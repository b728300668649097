import { Dropdown } from 'antd';
import { useRef, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Icon, type IconName } from '../look/icon.tsx';
import { STILL } from '../still.ts';
import { refusedOf, WhyBox } from '../why/why-box.tsx';
import type { WhyQuestion } from '../why/why.queries.ts';
import './row-menu.css';

export interface RowAct {
  readonly key: string;
  readonly label: string;
  readonly icon: IconName;
  readonly danger?: boolean;
  /** The reason why the action is refused. Null or absent: it is allowed. */
  readonly why?: string | null;
  /** The call of the action. A refused action then explains itself. */
  readonly asked?: WhyQuestion;
  readonly run: () => unknown;
}

/** Key of the entry that explains the refused actions. */
const WHY = 'why';

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
  const [isAsking, setAsking] = useState(false);
  if (acts.length === 0) return null;
  const refused = refusedOf(acts);
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
          items: [
            ...acts.map(({ key, label, icon, danger, why }) => ({
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
            ...(refused.length === 0 ? [] : [{ key: WHY, icon: <Icon name="help" />, label: t('access.whyNot') }]),
          ],
          onClick: ({ key }) => {
            if (key === WHY) setAsking(true);
            else void acts.find((act) => act.key === key)?.run();
          },
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
      {isAsking && <WhyBox acts={refused} onClose={() => setAsking(false)} />}
    </span>
  );
}
