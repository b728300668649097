import { useCallback, useEffect, useMemo, useState } from 'react';
import { readStoredJson, writeStored } from '../../../lib/storage.ts';

export type DockSide = 'left' | 'right';
export type OpenDocks = Readonly<Record<DockSide, boolean>>;
/** Widths that the user has set. Other sides use the style sheet. */
export type DockWidths = Readonly<Partial<Record<DockSide, number>>>;

export interface Docks {
  readonly open: OpenDocks;
  readonly widths: DockWidths;
  turn(side: DockSide): void;
  /** Opens a dock that the reader has neither opened nor closed yet. */
  reveal(side: DockSide): void;
  /** @param width null for the width of the style sheet */
  widen(side: DockSide, width: number | null): void;
}

const [OPEN, WIDTHS] = ['model.docks', 'model.dockWidths'];
/**
 * Below this width the docks cover the picture, one at a time. Beside a dock no room would be left. models.css has the
 * same limit.
 */
const NARROW = '(max-width: 899px)';
export const NARROWEST = 180;
export const WIDEST = 640;

/** The choices of the reader. A side without a choice is absent. */
function keptOpen(): Partial<OpenDocks> {
  const stored = readStoredJson(OPEN) as Partial<OpenDocks> | null;
  const choice = (side: DockSide) => (typeof stored?.[side] === 'boolean' ? { [side]: stored[side] } : {});
  return { ...choice('left'), ...choice('right') };
}

function keptWidths(): DockWidths {
  const stored = readStoredJson(WIDTHS) as DockWidths | null;
  const width = (side: DockSide) => {
    const kept = stored?.[side];
    return typeof kept === 'number' && Number.isFinite(kept) ? { [side]: within(kept) } : {};
  };
  return { ...width('left'), ...width('right') };
}

const within = (width: number): number => Math.round(Math.min(Math.max(width, NARROWEST), WIDEST));

/**
 * Open docks and their widths. A wide window restores the choices of the reader. Without a choice the left dock is open
 * and the right one closed until `reveal`. A narrow window starts without docks.
 * @param asked side that the address asks for. On a wide window it opens, whatever the reader chose before.
 */
export function useDocks(asked: DockSide | null = null): Docks {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  const [chosen, setChosen] = useState(keptOpen);
  const [revealed, setRevealed] = useState<OpenDocks>({ left: true, right: false });
  const [pending, setPending] = useState(asked);
  const [over, setOver] = useState<DockSide | null>(null);
  const [widths, setWidths] = useState(keptWidths);
  useEffect(() => {
    const media = matchMedia(NARROW);
    const listen = () => setNarrow(media.matches);
    media.addEventListener('change', listen);
    return () => media.removeEventListener('change', listen);
  }, []);
  const wide = useMemo(
    () => ({ ...revealed, ...chosen, ...(pending === null ? {} : { [pending]: true }) }),
    [revealed, chosen, pending],
  );
  const turn = useCallback(
    (side: DockSide) => {
      if (isNarrow) {
        setOver((before) => (before === side ? null : side));
        return;
      }
      const next = { ...chosen, [side]: !wide[side] };
      setPending((before) => (before === side ? null : before));
      setChosen(next);
      writeStored(OPEN, JSON.stringify(next));
    },
    [isNarrow, wide, chosen],
  );
  const reveal = useCallback((side: DockSide) => setRevealed((before) => ({ ...before, [side]: true })), []);
  const widen = useCallback(
    (side: DockSide, width: number | null) => {
      const { [side]: _before, ...others } = widths;
      const next = width === null ? others : { ...others, [side]: within(width) };
      setWidths(next);
      writeStored(WIDTHS, JSON.stringify(next));
    },
    [widths],
  );
  const open = isNarrow ? { left: over === 'left', right: over === 'right' } : wide;
  return { open, widths: isNarrow ? {} : widths, turn, reveal, widen };
}
