/** The pages. Each one loads when its address opens (app/routes.tsx). */
export const index = () => import('./pages/file-page.tsx');
export const recycle = () => import('./pages/recycle-page.tsx');
export const preview = () => import('./pages/preview-page.tsx');
