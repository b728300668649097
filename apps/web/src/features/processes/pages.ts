/** The pages. Each loads when its address opens (app/routes.tsx). */
/** The review desk is put together in app/slots-review-desk.tsx. */
export const templates = () => import('./pages/template-list-page.tsx');
export const template = () => import('./pages/template-page.tsx');
