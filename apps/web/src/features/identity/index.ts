import { lazy } from 'react';

/** Opened rarely, so its form comes when it is asked for. */
export const PasswordDialog = lazy(() => import('./parts/password-dialog.tsx'));
