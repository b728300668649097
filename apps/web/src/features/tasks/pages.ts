/** The pages. Each one loads when its address opens (app/routes.tsx). */
export const index = () => import('./pages/task-list-page.tsx');
/** The sheet of a task on paper. */
export const sheet = () => import('./pages/task-sheet-page.tsx');
export const addEdit = () => import('./pages/task-edit-page.tsx');
/** The review of one task, among the approvals and in the project. */
export const review = () => import('./pages/task-review-page.tsx');
export const projectReviews = () => import('./pages/project-reviews-page.tsx');
