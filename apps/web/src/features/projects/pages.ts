/** The page that stands alone, loaded when its address opens (app/routes.tsx); list and detail show other features too: app/slots-project-*.tsx. */
export const add = () => import('./pages/project-add-page.tsx');
