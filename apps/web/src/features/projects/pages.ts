/** The pages, each loaded when its address opens (app/routes.tsx). */
export const list = () => import('./pages/project-list-page.tsx');
export const add = () => import('./pages/project-add-page.tsx');
export const detail = () => import('./pages/project-detail-page.tsx');
