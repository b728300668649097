import { lazy } from 'react';

/** Opened rarely, so its form comes when it is asked for. */
export const PasswordDialog = lazy(() => import('./parts/password-dialog.tsx'));
/** The same for the portrait. */
export const AvatarDialog = lazy(() => import('./parts/avatar-dialog.tsx'));
