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

/* Who is signed in will need the frame: it is fetched while the server is asked who that is. */
const fetchFrame = () => void import('./app/signed-in.tsx').catch(() => undefined); // the router says what went wrong
if (session().token !== null) fetchFrame();

await startI18n();
followSystemTheme();
followWindowWidth();

/* The first address is settled before the router sees it, so that who is not signed in downloads the sign-in page alone. */
const first = await guard(location).catch(() => null); // the router's own guard asks again and shows why
if (first?.kind === 'go') history.replaceState(null, '', first.to);

const router = createRouter();
connectNavigation((to, options) => void router.navigate(to, options));
connectErrorPages((code, msg, { pathname, search }) => {
  // The person is leaving the refused page, or has left it: another page must not be replaced because of it.
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
  // The same person with a replaced token goes on working; another person must not see the first one's pages.
  void loadMe()
    .then(() => session().me?.id !== before && location.reload())
    .catch(() => location.reload());
});

/* While a person types the password, the browser fetches what comes next; a page behind sign-in has asked for it already. */
if (session().token === null && typeof requestIdleCallback === 'function')
  requestIdleCallback(fetchFrame, { timeout: 5000 });

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
