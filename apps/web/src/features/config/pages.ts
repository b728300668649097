/** The pages. Each one loads when its address opens (app/routes.tsx). */
export const workingDays = () => import('./pages/working-day-page.tsx');
