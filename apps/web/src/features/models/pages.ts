/** The pages. Each one loads when its address opens (app/routes.tsx). */
export const index = () => import('./pages/models-page.tsx');
export const view = () => import('./pages/model-page.tsx');
export const viewpoint = () => import('./pages/viewpoint-page.tsx');
