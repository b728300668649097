/** The pages. Each one loads when its address opens (app/routes.tsx). */
export const cost = () => import('./pages/cost-page.tsx');
export const workingDays = () => import('./pages/working-day-page.tsx');
