import type { StaffRow } from '@prdm/contract/organisation';
import type { WorkKind } from '@prdm/contract/staff';
import { number } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Heirs, OpenWork, Stays } from '../organisation.logic.ts';
import { useStaffTree } from '../organisation.queries.ts';
import { StaffPicker } from './staff-picker.tsx';

/** The open work by kind, each kind with its new owner. The choice for the first kind is the default of all kinds. */
export function HandOverLines(props: {
  person: StaffRow;
  open: readonly OpenWork[];
  chosen: Heirs;
  stays: readonly Stays[];
  /** The person leaves afterwards. */
  leaving: boolean;
  onChoose: (kind: WorkKind, to: number | null) => void;
}) {
  const t = useT();
  const tree = useStaffTree();
  const nameOf = (id: number) => tree.data?.people.find((each) => each.id === id)?.name ?? '';
  return (
    <ul className="hand-over">
      {props.open.map(({ kind, count }, index) => {
        const label = t(`organisation.leave.kind.${kind}`);
        // A kind without a choice shows the colleague of the first kind, as `heirsOf` assigns it.
        const first = index === 0 ? undefined : props.chosen[props.open[0]?.kind ?? kind];
        const value = props.chosen[kind] === undefined ? first : props.chosen[kind];
        return (
          <li key={kind}>
            <span className="hand-over-what">
              {label}
              <strong className="tabular">{number(count)}</strong>
            </span>
            <StaffPicker
              aria-label={t('organisation.leave.toWhom', { what: label })}
              placeholder={t('organisation.leave.choose')}
              exclude={[props.person.id]}
              value={value ?? null}
              onChange={(to) => props.onChoose(kind, to)}
            />
            {props.leaving && kind === 'lead' && <p className="field-hint">{t('leading.clearHint')}</p>}
            {props.stays
              .filter((one) => one.kind === kind)
              .map((one) => (
                <p key={`${one.name} ${one.why}`} className="hand-over-stays" role="alert">
                  {t(`organisation.leave.why.${one.why}`, { name: one.name, to: nameOf(one.to) })}
                </p>
              ))}
          </li>
        );
      })}
    </ul>
  );
}
