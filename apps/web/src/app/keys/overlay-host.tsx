import { lazy, Suspense } from 'react';
import { loadOnce } from '../load-page.ts';
import { loadPalette, loadSheet } from './load.ts';
import { closeOverlay, useOverlay } from './overlay.ts';

const Palette = lazy(() => loadOnce(loadPalette));
const KeySheet = lazy(() => loadOnce(loadSheet));

/** The palette or the key sheet over the page. */
export function OverlayHost() {
  const open = useOverlay((state) => state.open);
  if (open === null) return null;
  return <Suspense fallback={null}>{open === 'palette' ? <Palette /> : <KeySheet onClose={closeOverlay} />}</Suspense>;
}
