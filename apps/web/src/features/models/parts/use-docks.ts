import { useCallback, useEffect, useState } from 'react';
import { readStoredJson, writeStored } from '../../../lib/storage.ts';

export type DockSide = 'left' | 'right';
export type OpenDocks = Readonly<Record<DockSide, boolean>>;
/** Widths that the user has set. Other sides use the style sheet. */
export type DockWidths = Readonly<Partial<Record<DockSide, number>>>;

export interface Docks {
  readonly open: OpenDocks;
  readonly widths: DockWidths;
  turn(side: DockSide): void;
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

function keptOpen(): OpenDocks {
  const stored = readStoredJson(OPEN) as Partial<OpenDocks> | null;
  return { left: stored?.left !== false, right: stored?.right !== false };
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

/** Open docks and their widths. A wide window restores the last state; a narrow one starts without docks. */
export function useDocks(): Docks {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  const [wide, setWide] = useState(keptOpen);
  const [over, setOver] = useState<DockSide | null>(null);
  const [widths, setWidths] = useState(keptWidths);
  useEffect(() => {
    const media = matchMedia(NARROW);
    const listen = () => setNarrow(media.matches);
    media.addEventListener('change', listen);
    return () => media.removeEventListener('change', listen);
  }, []);
  const turn = useCallback(
    (side: DockSide) => {
      if (isNarrow) {
        setOver((before) => (before === side ? null : side));
        return;
      }
      const next = { ...wide, [side]: !wide[side] };
      setWide(next);
      writeStored(OPEN, JSON.stringify(next));
    },
    [isNarrow, wide],
  );
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
  return { open, widths: isNarrow ? {} : widths, turn, widen };
}
