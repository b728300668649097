import { lazy } from 'react';

/** The dialogs open rarely, so their code loads on demand. */
export const PasswordDialog = lazy(() => import('./parts/password-dialog.tsx'));
export const AvatarDialog = lazy(() => import('./parts/avatar-dialog.tsx'));
