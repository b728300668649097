import { lazy, Suspense, useEffect } from 'react';
import { loadOnce } from '../load-page.ts';
import { loadPalette, loadSheet } from './load.ts';
import { closeOverlay, useOverlay } from './overlay.ts';

const Palette = lazy(() => loadOnce(loadPalette));
const KeySheet = lazy(() => loadOnce(loadSheet));

/** The palette or the key sheet over the page. */
export function OverlayHost() {
  const open = useOverlay((state) => state.open);
  // An input method needs the field at once, so the code comes when the page rests. Safari waits for the first use.
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') return;
    const resting = requestIdleCallback(() => void loadPalette().catch(() => undefined), { timeout: 10_000 });
    return () => cancelIdleCallback(resting);
  }, []);
  if (open === null) return null;
  return <Suspense fallback={null}>{open === 'palette' ? <Palette /> : <KeySheet onClose={closeOverlay} />}</Suspense>;
}
