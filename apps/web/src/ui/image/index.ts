import { lazy } from 'react';

export { COVER_FRAME, LOGO_FRAME, PORTRAIT_FRAME, type ImageFrame } from './frames.ts';
export type { ChosenImage } from './send-image.ts';

/** The dialog opens rarely, so its code loads on demand. */
export const ImageDialog = lazy(() => import('./image-dialog.tsx'));
