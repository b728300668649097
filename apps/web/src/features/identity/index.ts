import { lazy } from 'react';

/** The dialogs open rarely, so their code loads on demand. */
export const PasswordDialog = lazy(() => import('./parts/password-dialog.tsx'));
export const PortraitDialog = lazy(() => import('./parts/portrait-dialog.tsx'));
