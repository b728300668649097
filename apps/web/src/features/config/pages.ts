/** The pages. Each one loads when its address opens (app/routes.tsx). */
export const cost = () => import('./pages/cost-page.tsx');
export const workingDays = () => import('./pages/working-day-page.tsx');
export const projectData = () => import('./pages/project-data-page.tsx');
export const professions = () => import('./pages/profession-page.tsx');
export const positionTitles = () => import('./pages/position-title-page.tsx');
export const staskTypes = () => import('./pages/stask-type-page.tsx');
export const otherTasks = () => import('./pages/other-task-page.tsx');
export const labels = () => import('./pages/label-page.tsx');
