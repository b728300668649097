import { number } from '../../lib/format.ts';
import { keyInData, type Translate } from '../../lib/i18n.ts';
import { ColourMark } from '../form/colour-field.tsx';
import { ToneChip } from '../feedback/status-chip.tsx';
import type { RowAct } from '../table/row-menu.tsx';
import type { PageColumn } from '../table/table-types.ts';
import { wordWidth } from '../table/word-width.ts';
import type { Allowed, EntityConfig, EntityRow } from './crud-types.ts';
import { Grip, type Dragging } from './grip.tsx';

const GRIP_WIDTH = 40;
const NAME_WIDTH = 280;

/** The order of a list that the reader may change. */
export interface RowOrder {
  readonly indexOf: (id: number) => number;
  readonly count: number;
  /** There is no room for handles: the menu of the row moves it. */
  readonly isTouch: boolean;
  readonly onOver: (dragging: Dragging | null) => void;
  readonly onDrop: (id: number, to: number) => void;
  readonly onStep: (id: number, by: 1 | -1) => void;
}

/** The columns of an entity: handle, name, those of the entity, use count. */
export function entityColumns<Row extends EntityRow>(
  t: Translate,
  config: EntityConfig<Row>,
  shownName: (row: EntityRow) => string,
  order: RowOrder | null,
): PageColumn<Row>[] {
  const own = config.columns?.(t) ?? [];
  return [
    ...(order === null ? [] : [gripColumn<Row>(t, shownName, order)]),
    {
      key: 'name',
      title: t('entities.name'),
      sort: true,
      fixed: true,
      width: NAME_WIDTH,
      card: 'title',
      render: (row) => <NameCell name={shownName(row)} row={row} colour={config.colour?.(row) ?? null} t={t} />,
    },
    ...own,
    {
      key: 'used',
      title: t('entities.used'),
      // The column fills the row when no column of the entity does.
      width: own.some(({ width }) => width === undefined) ? wordWidth(120, 130) : undefined,
      card: 'line',
      render: (row) => usedCell(t, config, row),
    },
  ];
}

/** The handle of a row. */
export function gripColumn<Row extends { readonly id: number }>(
  t: Translate,
  shownName: (row: Row) => string,
  order: RowOrder,
): PageColumn<Row> {
  return {
    key: 'grip',
    title: '',
    fixed: true,
    width: GRIP_WIDTH,
    // A column without a place is not shown on a card. There the menu of the row moves it.
    render: (row) => (
      <Grip
        id={row.id}
        name={shownName(row)}
        index={order.indexOf(row.id)}
        onOver={order.onOver}
        onDrop={order.onDrop}
        onStep={order.onStep}
      />
    ),
  };
}

function NameCell({ name, row, colour, t }: { name: string; row: EntityRow; colour: string | null; t: Translate }) {
  return (
    <span className="entity-name">
      <ColourMark colour={colour} />
      <span className="ellipsis" title={name}>
        {name}
      </span>
      {!row.enabled && (
        <ToneChip tone="neutral" mark="‖">
          {t('entities.disabled')}
        </ToneChip>
      )}
    </span>
  );
}

function usedCell<Row extends EntityRow>(t: Translate, config: EntityConfig<Row>, row: Row) {
  if (row.used === null) return null;
  const text =
    row.used === 0 && config.onUsed === undefined ? t('entities.unused') : (config.usedText ?? usedText)(t, row.used);
  if (config.onUsed === undefined) return <span className={row.used === 0 ? 'entity-unused' : 'tabular'}>{text}</span>;
  return (
    <button type="button" className="link-button" onClick={() => config.onUsed?.(row)}>
      {text}
    </button>
  );
}

const usedText = (t: Translate, count: number): string => t('entities.usedBy', { count, n: number(count) });

/** The reason against an action, or null. */
const reasonOf = (t: Translate, allowed: Allowed): string | null => (allowed === true ? null : t(keyInData(allowed)));

/** The reason against deletion, or null. For an entry in use it names the number of uses. */
function keptBecause(t: Translate, allowed: Allowed, used: number | null): string | null {
  const reason = reasonOf(t, allowed);
  return reason === null || !used ? reason : t('entities.inUse', { reason, count: used, n: number(used) });
}

/** The acts that move a row by one place. They replace the handles where there is no room for them. */
export function moveActs(t: Translate, order: Omit<RowOrder, 'onOver' | 'onDrop'> | null, id: number): RowAct[] {
  if (order?.isTouch !== true) return [];
  const index = order.indexOf(id);
  return [
    ...(index > 0
      ? [{ key: 'up', icon: 'up', label: t('entities.up'), run: () => order.onStep(id, -1) } as const]
      : []),
    ...(index < order.count - 1
      ? [{ key: 'down', icon: 'down', label: t('entities.down'), run: () => order.onStep(id, 1) } as const]
      : []),
  ];
}

/** The menu of a row. A refused action shows its reason. A reader without the right gets none. */
export function rowActs<Row extends EntityRow>(
  t: Translate,
  config: EntityConfig<Row>,
  acts: {
    readonly onEdit: (row: Row) => void;
    readonly onAct: (kind: 'enable' | 'disable' | 'del', rows: readonly Row[]) => unknown;
    readonly order: RowOrder | null;
  },
  row: Row,
): RowAct[] {
  const { can } = row;
  if (can === undefined) return [];
  const toggle = row.enabled ? 'disable' : 'enable';
  return [
    {
      key: 'edit',
      icon: 'edit',
      label: t('common.edit'),
      why: reasonOf(t, can.edit),
      run: () => acts.onEdit(row),
    },
    ...(config.acts?.(row) ?? []),
    ...moveActs(t, acts.order, row.id),
    {
      key: toggle,
      icon: row.enabled ? 'pause' : 'play',
      label: t(`entities.act.${toggle}`),
      why: reasonOf(t, can[toggle]),
      run: () => acts.onAct(toggle, [row]),
    },
    {
      key: 'del',
      icon: 'trash',
      label: t('common.delete'),
      danger: true,
      why: keptBecause(t, can.del, row.used),
      run: () => acts.onAct('del', [row]),
    },
  ];
}
