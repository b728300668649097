import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { NARROWEST, WIDEST, type Docks, type DockSide } from './use-docks.ts';

/** Pixels by which an arrow key moves the edge. */
const STEP = 16;
/** Width of a dock in the style sheet on a wide window. */
const FIRST_WIDTH = 280;

/** A panel at one side of the picture. Its inner edge can be dragged. A double click restores the first width. */
export function Dock(props: { side: DockSide; label: string; docks: Docks; children: ReactNode }) {
  const { side, label, docks } = props;
  const box = useRef<HTMLElement>(null);
  return (
    <aside
      ref={box}
      id={`model-dock-${side}`}
      className={`model-dock model-dock-${side}`}
      aria-label={label}
      hidden={!docks.open[side]}
      style={{ width: docks.widths[side] }}
    >
      <div className="model-dock-inner">{props.children}</div>
      <Edge side={side} widen={docks.widen} box={box} now={docks.widths[side] ?? FIRST_WIDTH} />
    </aside>
  );
}

function Edge(props: {
  side: DockSide;
  widen: Docks['widen'];
  box: { readonly current: HTMLElement | null };
  now: number;
}) {
  const { side, widen, box, now } = props;
  const t = useT();
  const held = useRef<{ x: number; width: number; scale: number } | null>(null);
  const outward = side === 'left' ? 1 : -1;
  const width = () => box.current?.offsetWidth ?? 0;
  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !box.current) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    // The page may be zoomed: the pointer counts window pixels, the style counts page pixels.
    const scale = width() / (box.current.getBoundingClientRect().width || 1);
    held.current = { x: event.clientX, width: width(), scale };
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const from = held.current;
    if (from) widen(side, from.width + (event.clientX - from.x) * from.scale * outward);
  };
  const press = (event: KeyboardEvent) => {
    const way = { ArrowLeft: -outward, ArrowRight: outward }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    widen(side, width() + way * STEP);
  };
  return (
    <div
      className="model-dock-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('viewer.resize')}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={now}
      title={t('viewer.resize')}
      tabIndex={0}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={() => (held.current = null)}
      onPointerCancel={() => (held.current = null)}
      onDoubleClick={() => widen(side, null)}
      onKeyDown={press}
    />
  );
}
