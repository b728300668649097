/** The pages. Each one loads when its address opens (app/routes.tsx). The list and a review are put together in app/slots/. */
/** The sheet of a task on paper. */
export const sheet = () => import('./pages/task-sheet-page.tsx');
export const addEdit = () => import('./pages/task-edit-page.tsx');
export const projectReviews = () => import('./pages/project-reviews-page.tsx');
