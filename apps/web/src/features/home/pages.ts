/** The page. It loads when its address opens (app/routes.tsx). */
export const home = () => import('./pages/home-page.tsx');
