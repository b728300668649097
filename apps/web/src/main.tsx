import './lib/polyfills.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { followWindowWidth } from './lib/app-state.ts';
import { connectCalls } from './lib/api/call.ts';
import { connectErrorPages } from './lib/api/error-page.ts';
import { startI18n } from './lib/i18n.ts';
import { loadMe } from './lib/session/load-me.ts';
import { connectNavigation } from './lib/navigate.ts';
import { followOtherTabs, session } from './lib/session/session.ts';
import { followSystemTheme } from './lib/theme.ts';
import { guard } from './app/guard.ts';
import { errorPagePath } from './app/guard-rules.ts';
import { createRouter } from './app/router.tsx';
import './ui/look/tokens.css';
import './ui/look/base.css';

/* A signed-in user needs the frame. It downloads while the server checks the token. */
const fetchFrame = () => void import('./app/signed-in.tsx').catch(() => undefined); // the router reports the error
if (session().token !== null) fetchFrame();

await startI18n();
followSystemTheme();
followWindowWidth();

/*
 * The guard settles the first address before the router starts. A signed-out user then downloads only the sign-in page.
 */
const first = await guard(location).catch(() => null); // the router's guard repeats the request and shows the error
if (first?.kind === 'go') history.replaceState(null, '', first.to);

const router = createRouter();
connectNavigation((to, options) => void router.navigate(to, options));
connectErrorPages((code, msg, { pathname, search }) => {
  // The user is leaving the refused page or has left it. The error page must not replace another page.
  const { location: now, navigation } = router.state;
  if (navigation.location !== undefined || now.pathname !== pathname || now.search !== search) return;
  void router.navigate(errorPagePath(code), { replace: true, state: { from: pathname + search, msg } });
});
connectCalls({
  tokenReplaced: () => void loadMe().catch((error: unknown) => console.warn('info', error)),
});

followOtherTabs((token) => {
  if (token === null) {
    location.reload();
    return;
  }
  const before = session().me?.id;
  // A replaced token of the same user changes nothing on the page. Another user must not see the first user's pages.
  void loadMe()
    .then(() => session().me?.id !== before && location.reload())
    .catch(() => location.reload());
});

/* The browser downloads the frame while the user types the password. With a token the download has already started. */
if (session().token === null && typeof requestIdleCallback === 'function')
  requestIdleCallback(fetchFrame, { timeout: 5000 });

/** Tests of the whole client unmount it. */
export const root = createRoot(document.querySelector('#root') as HTMLElement);
root.render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
