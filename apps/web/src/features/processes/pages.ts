/** The pages. Each loads when its address opens (app/routes.tsx). */
export const reviews = () => import('./pages/review-list-page.tsx');
export const templates = () => import('./pages/template-list-page.tsx');
export const template = () => import('./pages/template-page.tsx');
