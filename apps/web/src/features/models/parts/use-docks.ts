import { useCallback, useEffect, useState } from 'react';
import { readStoredJson, writeStored } from '../../../lib/storage.ts';

export type DockSide = 'left' | 'right';
export type OpenDocks = Readonly<Record<DockSide, boolean>>;

const KEY = 'model.docks';
/** Below this the docks lie over the picture, one at a time: beside it there would be no picture left. models.css says the same. */
const NARROW = '(max-width: 899px)';

function kept(): OpenDocks {
  const stored = readStoredJson(KEY) as Partial<OpenDocks> | null;
  return { left: stored?.left !== false, right: stored?.right !== false };
}

/** Which docks are open: as the reader left them on a wide window, none at first on a narrow one. */
export function useDocks(): { docks: OpenDocks; turn(side: DockSide): void } {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  const [wide, setWide] = useState(kept);
  const [over, setOver] = useState<DockSide | null>(null);
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
      writeStored(KEY, JSON.stringify(next));
    },
    [isNarrow, wide],
  );
  return { docks: isNarrow ? { left: over === 'left', right: over === 'right' } : wide, turn };
}
