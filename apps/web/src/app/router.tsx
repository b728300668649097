import {
  createBrowserRouter,
  Navigate,
  Outlet,
  redirect,
  useLocation,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router';
import { GuardStop, guard } from './guard.ts';
import { NOT_FOUND_PAGE } from './guard-rules.ts';
import { loadOnce, loadPage } from './load-page.ts';
import { Root, RootFailure } from './root.tsx';
import { ROUTES, type Layout, type RouteEntry } from './routes.tsx';

/** Runs before the navigation to any route. */
async function guardLoader({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const verdict = await guard(new URL(request.url));
  if (verdict.kind === 'pass') return null;
  if (verdict.kind === 'go') return redirect(verdict.to);
  location.assign(verdict.url);
  throw new GuardStop(''); // the identity provider's page replaces the document, so nothing of ours may be drawn
}

function toRoute(entry: RouteEntry): RouteObject {
  const handle = { titleKey: entry.titleKey, path: entry.path };
  // The shell draws a page that stays mounted, beside the outlet.
  if (entry.keepAlive) return { path: entry.path, handle, element: null };
  return { path: entry.path, handle, lazy: async () => ({ Component: await loadPage(entry) }) };
}

const pagesOf = (layout: Layout): RouteObject[] => ROUTES.filter((entry) => entry.layout === layout).map(toRoute);

/** The frame for pages behind sign-in. It loads everything that the first page needs. */
const signedIn = (part: 'BareLayout' | 'ShellLayout' | 'CompanyStart') => async () => {
  const frame = await loadOnce(() => import('./signed-in.tsx'));
  await frame.prepare();
  return { Component: frame[part] };
};

/** Redirects an unknown address to /404 and passes the address on. */
function Unknown() {
  const { pathname, search } = useLocation();
  return <Navigate to={NOT_FOUND_PAGE} replace state={{ from: pathname + search }} />;
}

export function createRouter() {
  return createBrowserRouter([
    {
      loader: guardLoader,
      shouldRevalidate: () => true,
      element: <Root />,
      errorElement: <RootFailure />,
      HydrateFallback: Outlet,
      children: [
        ...pagesOf('plain'),
        { lazy: signedIn('BareLayout'), children: pagesOf('bare') },
        { lazy: signedIn('ShellLayout'), children: pagesOf('shell') },
        { path: '/', element: <Navigate to="/home" replace /> },
        { path: '/project', element: <Navigate to="/project/index" replace /> },
        { path: '/company', lazy: signedIn('CompanyStart') },
        { path: '*', element: <Unknown /> },
      ],
    },
  ]);
}
