/** The pages. Each one loads when its address opens (app/routes.tsx). */
export const manual = () => import('./pages/manual-page.tsx');
export const api = () => import('./pages/api-page.tsx');
export const computer = () => import('./pages/computer-page.tsx');
