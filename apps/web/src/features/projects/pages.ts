/**
 * The pages that need no other feature. Each loads when its address opens (app/routes.tsx). List and detail also show
 * other features, so app/slots-project-*.tsx loads them.
 */
export const nonProjectAdd = () => import('./non-projects/pages/non-project-add-page.tsx');
export const add = () => import('./pages/project-add-page.tsx');
export const invited = () => import('./pages/invited-page.tsx');
