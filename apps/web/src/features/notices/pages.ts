/** The pages, each loaded when its address opens (app/routes.tsx). */
export const all = () => import('./pages/notice-page.tsx');
