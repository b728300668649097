import { lazy } from 'react';

export type { MapPlace } from './selection.ts';

/** The dialog opens rarely, so its code and the map's load on demand. */
export const MapDialog = lazy(() => import('./parts/map-dialog.tsx'));
