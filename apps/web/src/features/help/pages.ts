/** The pages, each loaded when its address opens (app/routes.tsx). */
export const api = () => import('./pages/api-page.tsx');
