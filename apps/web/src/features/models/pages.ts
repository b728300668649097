/** The pages. Each one loads when its address opens (app/routes.tsx). A model is put together in app/slots/slots-model.tsx. */
export const index = () => import('./pages/models-page.tsx');
export const viewpoint = () => import('./pages/viewpoint-page.tsx');
