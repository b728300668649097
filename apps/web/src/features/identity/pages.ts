import * as loginPage from './pages/login-page.tsx';

/** Sign-in is the first page of most visits: it comes with the first files instead of asking for five more. */
export const login = () => Promise.resolve(loginPage);

/* The others, each loaded when its address opens (app/routes.tsx). */
export const firstPassword = () => import('./pages/first-password-page.tsx');
export const forget = () => import('./pages/forget-page.tsx');
export const uc = () => import('./pages/uc-page.tsx');
export const mini = () => import('./pages/mini-page.tsx');
export const profile = () => import('./pages/profile-page.tsx');
