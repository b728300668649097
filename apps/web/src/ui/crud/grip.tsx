import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useT } from '../../lib/i18n.ts';
import { Icon } from '../look/icon.tsx';

/** Distance in px from the edge of the list from which a drag scrolls it. */
const EDGE = 36;
const SCROLL_STEP = 12;

export interface Dragging {
  readonly id: number;
  /** Index at which the entry will stand. */
  readonly to: number;
}

/**
 * The handle of a row. The pointer drags it, the arrow keys move the row by one place. `onOver` reports the place during
 * the drag, null after it. `onDrop` reports the final place.
 */
export function Grip(props: {
  id: number;
  name: string;
  index: number;
  onOver: (dragging: Dragging | null) => void;
  onDrop: (id: number, to: number) => void;
  onStep: (id: number, by: 1 | -1) => void;
}) {
  const t = useT();
  const { id, index } = props;
  const to = useRef<number | null>(null);
  const onMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (to.current === null) return;
    scrollNear(event);
    const place = placeAt(event.currentTarget, event.clientY, index);
    if (place === to.current) return;
    to.current = place;
    props.onOver({ id, to: place });
  };
  const end = (isDropped: boolean) => {
    const place = to.current;
    to.current = null;
    props.onOver(null);
    if (isDropped && place !== null && place !== index) props.onDrop(id, place);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && to.current !== null) end(false);
    else if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    else props.onStep(id, event.key === 'ArrowUp' ? -1 : 1);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      className="grip"
      aria-label={t('entities.grip', { name: props.name })}
      title={t('entities.gripTitle')}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        to.current = index;
      }}
      onPointerMove={onMove}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
      onKeyDown={onKey}
    >
      <Icon name="grip" />
    </button>
  );
}

/** Class of the dragged row, and of the row at which it would stand. `rows` is the list that has the order. */
export function dropClass(
  row: { readonly id: number },
  rows: readonly { readonly id: number }[],
  dragging: Dragging | null,
): string {
  if (dragging === null) return '';
  if (row.id === dragging.id) return 'row-dragged';
  const rest = rows.filter(({ id }) => id !== dragging.id);
  if (rest[dragging.to]?.id === row.id) return 'row-drop-before';
  return dragging.to >= rest.length && rest.at(-1)?.id === row.id ? 'row-drop-after' : '';
}

const rowsAround = (grip: HTMLElement): HTMLElement[] => [
  ...(grip.closest('.page-table-body')?.querySelectorAll<HTMLElement>('.ant-table-row') ?? []),
];

/** Index in the list at which the dragged row would stand: the number of other rows whose middle is above the pointer. */
function placeAt(grip: HTMLElement, y: number, own: number): number {
  const rows = rowsAround(grip);
  const ownRow = grip.closest('.ant-table-row');
  // A long list draws only the visible rows. The first drawn one is not the first of the list.
  const first = own - rows.findIndex((row) => row === ownRow);
  const above = rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return row !== ownRow && top + height / 2 < y;
  });
  return first + above.length;
}

function scrollNear(event: PointerEvent<HTMLButtonElement>): void {
  const area = event.currentTarget.closest('.page-table-body')?.querySelector('.ant-table-body');
  if (!area) return;
  const { top, bottom } = area.getBoundingClientRect();
  if (event.clientY < top + EDGE) area.scrollTop -= SCROLL_STEP;
  if (event.clientY > bottom - EDGE) area.scrollTop += SCROLL_STEP;
}
