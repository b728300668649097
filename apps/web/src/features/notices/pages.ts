/** The page. It loads when its address opens (app/routes.tsx). */
export const all = () => import('./pages/notice-page.tsx');
