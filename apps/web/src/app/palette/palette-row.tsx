import { Fragment, type MouseEvent } from 'react';
import { KeyCaps } from '../../ui/controls/key-caps.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Icon } from '../../ui/look/icon.tsx';
import { Avatar } from '../../ui/people/avatar.tsx';
import { opensNothing, type Row } from './rows.ts';

export const optionId = (row: Row): string => `palette-${row.id.replaceAll(/[^\w-]/g, '-')}`;

/** One row. A row with an address is a link, so that the browser's own ways into a new tab work too. */
export function PaletteRow(props: {
  row: Row;
  isActive: boolean;
  onPoint: () => void;
  onOpen: (inNewTab: boolean) => void;
}) {
  const { row, isActive } = props;
  const shared = {
    id: optionId(row),
    role: 'option',
    'aria-selected': isActive,
    'aria-disabled': opensNothing(row) || undefined,
    className: 'palette-row',
    // Not `pointerenter`: rows that move under a resting mouse must not become active.
    onPointerMove: () => isActive || props.onPoint(),
    // The field keeps the focus.
    onMouseDown: (event: MouseEvent) => event.button === 0 && event.preventDefault(),
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      props.onOpen(event.ctrlKey || event.metaKey);
    },
  };
  const inside = (
    <>
      <span className="palette-picture">
        {typeof row.picture === 'string' ? (
          <Icon name={row.picture} />
        ) : (
          <Avatar id={row.picture.personId} name={row.name} thumb={row.picture.thumb} size={20} />
        )}
      </span>
      <span className="palette-name ellipsis">
        <Marked row={row} />
      </span>
      {row.detail !== undefined && row.detail !== '' && (
        <span className="palette-detail ellipsis" title={row.detail}>
          {row.detail}
        </span>
      )}
      <span className="palette-end">
        {row.status !== undefined && <StatusChip status={row.status} />}
        {row.keys !== undefined && <KeyCaps keys={row.keys} />}
      </span>
    </>
  );
  return row.to === undefined ? (
    <div {...shared}>{inside}</div>
  ) : (
    <a {...shared} href={row.to} tabIndex={-1} draggable={false}>
      {inside}
    </a>
  );
}

/** The name with its matched letters. */
function Marked({ row: { name, spans } }: { row: Row }) {
  const endOf = (at: number): number => spans[at]?.[1] ?? 0;
  return (
    <>
      {spans.map(([from, to], at) => (
        <Fragment key={from}>
          {name.slice(endOf(at - 1), from)}
          <mark>{name.slice(from, to)}</mark>
        </Fragment>
      ))}
      {name.slice(endOf(spans.length - 1))}
    </>
  );
}
