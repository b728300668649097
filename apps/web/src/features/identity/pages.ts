import * as loginPage from './pages/login-page.tsx';

/** Most visits start with sign-in, so its page is in the first chunk. A lazy page would need five more requests. */
export const login = () => Promise.resolve(loginPage);

/* The other pages. Each one loads when its address opens (app/routes.tsx). */
export const firstPassword = () => import('./pages/first-password-page.tsx');
export const forget = () => import('./pages/forget-page.tsx');
export const invite = () => import('./pages/invite-page.tsx');
export const sso = () => import('./pages/sso-page.tsx');
export const ssoCallback = () => import('./pages/sso-callback-page.tsx');
export const email = () => import('./pages/email-page.tsx');
export const uc = () => import('./pages/uc-page.tsx');
export const mini = () => import('./pages/mini-page.tsx');
