/** The page. It loads when its address opens (app/routes.tsx). */
export const reviews = () => import('./pages/review-list-page.tsx');
