import { useState } from 'react';
import type { StaffRow } from '@prdm/contract/organisation';
import type { WorkItem, WorkKind } from '@prdm/contract/organisation/work';
import { number } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import {
  heirOfItem,
  heirOfKind,
  type Heirs,
  type ItemHeirs,
  type Stays,
  type WorkGroup,
} from '../staff/hand-over.logic.ts';
import { useStaffTree } from '../organisation.queries.ts';
import { StaffPicker } from './staff-picker.tsx';

/** Items that a group shows before the user asks for more. */
const SHOWN = 8;

interface Lines {
  readonly person: StaffRow;
  readonly groups: readonly WorkGroup[];
  readonly chosen: Heirs;
  readonly single: ItemHeirs;
  readonly stays: readonly Stays[];
  /** The person leaves afterwards. */
  readonly leaving: boolean;
  readonly onChoose: (kind: WorkKind, to: number | null) => void;
  readonly onChooseItem: (key: string, to: number | null) => void;
}

/**
 * The open work by kind, each item with its own successor. The colleague of a kind takes the items without a choice of their
 * own. The choice for the first kind is the default of all kinds.
 */
export function HandOverLines(props: Lines) {
  return (
    <ul className="hand-over">
      {props.groups.map((group) => (
        <Group key={group.kind} group={group} {...props} />
      ))}
    </ul>
  );
}

function Group({ group, ...props }: Lines & { group: WorkGroup }) {
  const t = useT();
  const tree = useStaffTree();
  const [isOpen, setOpen] = useState(false);
  const nameOf = (id: number) => tree.data?.people.find((each) => each.id === id)?.name ?? '';
  const { kind, items, hidden } = group;
  const label = t(`organisation.leave.kind.${kind}`);
  const shown = isOpen ? items : items.slice(0, SHOWN);
  const staysOf = (key: string | null): Stays[] =>
    props.stays.filter((one) => one.kind === kind && (one.key === key || (key === null && !isShown(items, one.key))));
  const reason = (one: Stays) => (
    <p key={`${one.key} ${one.name} ${one.why}`} className="hand-over-stays" role="alert">
      {t(`organisation.leave.why.${one.why}`, { name: one.name, to: nameOf(one.to) })}
    </p>
  );
  return (
    <li>
      <div className="hand-over-line">
        <span className="hand-over-what">
          {label}
          <strong className="tabular">{number(group.count)}</strong>
        </span>
        <StaffPicker
          aria-label={t('organisation.leave.toWhom', { what: label })}
          placeholder={t(items.length > 1 ? 'organisation.leave.chooseAll' : 'organisation.leave.choose')}
          exclude={[props.person.id]}
          value={heirOfKind(props.groups, props.chosen, kind)}
          onChange={(to) => props.onChoose(kind, to)}
        />
      </div>
      {props.leaving && kind === 'lead' && <p className="field-hint">{t('leading.clearHint')}</p>}
      {staysOf(null).map(reason)}
      {items.length > 0 && (
        <ul className="hand-over-items">
          {shown.map((item) => (
            <li key={item.key}>
              <div className="hand-over-line">
                <span className="hand-over-item" title={item.name}>
                  <span className="ellipsis">{item.name}</span>
                  {item.project_name !== '' && <span className="hand-over-project ellipsis">{item.project_name}</span>}
                </span>
                <StaffPicker
                  aria-label={t('organisation.leave.toWhom', { what: item.name })}
                  placeholder={t('organisation.leave.choose')}
                  exclude={[props.person.id]}
                  value={heirOfItem(props.groups, props, item)}
                  onChange={(to) => props.onChooseItem(item.key, to)}
                />
              </div>
              {staysOf(item.key).map(reason)}
            </li>
          ))}
        </ul>
      )}
      {items.length > SHOWN && !isOpen && (
        <button type="button" className="button button-quiet button-small" onClick={() => setOpen(true)}>
          <Icon name="down" />
          {t('organisation.leave.showAll', { n: number(items.length) })}
        </button>
      )}
      {hidden > 0 && (
        <p className="field-hint">{t('organisation.leave.hidden', { count: hidden, n: number(hidden) })}</p>
      )}
    </li>
  );
}

const isShown = (items: readonly WorkItem[], key: string | null): boolean => items.some((item) => item.key === key);
