/** The pages. Each one loads when its address opens (app/routes.tsx). */
export const staff = () => import('./pages/staff-page.tsx');
export const settings = () => import('./pages/settings-page.tsx');
export const departments = () => import('./pages/department-page.tsx');
