import { Activity, lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react';
import { Outlet, useLocation } from 'react-router';
import { closeSidebarOnMobile, giveRoom, useAppState } from '../../lib/app-state.ts';
import { startLive, useLive } from '../../lib/api/live.ts';
import { reloadMe } from '../../lib/session/load-me.ts';
import { useSession } from '../../lib/session/session.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { loadOnce } from '../load-page.ts';
import { ROUTES } from '../routes.tsx';
import { OverlayHost } from '../keys/overlay-host.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { useRecentRecords } from '../palette/use-recent-records.ts';
import { DOCKS } from '../slots.tsx';
import { sectionOf } from './menu-model.ts';
import { OfflineBar } from './offline-bar.tsx';
import { LevelZeroBar } from './level-zero-bar.tsx';
import { PageOnItsWay } from './page-on-its-way.tsx';
import { rememberPlace } from './places.ts';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useEnterpriseFollower } from './enterprise/enterprise-follower.ts';
import { useScrollPlaces } from './scrolling/scroll-places.ts';
import { useMovingHeader } from './scrolling/use-moving-header.ts';
import { useShellKeys } from './shell-keys.ts';
import './shell.css';

/** It fills the window: no head, and a folded side menu. */
const MODEL_PAGE = '/file/model/view';

/** Pages outside a project do not load it. */
const ProjectFrame = lazy(() =>
  loadOnce(async () => {
    const frame = await import('../project-frame.tsx');
    return { default: frame.ProjectFrame };
  }),
);

const KEPT: readonly { path: string; Page: ComponentType }[] = ROUTES.filter((entry) => entry.keepAlive).map(
  (entry) => ({ path: entry.path, Page: lazy(() => loadOnce(entry.page)) }),
);

/** Frame of a page: top bar, side menu when the section has one, and everything that floats over all pages. */
export function Shell() {
  const { pathname, search } = useLocation();
  const section = sectionOf(pathname);
  const { device, sidebarOpen } = useAppState();
  // The server refuses the live channel until the password is changed.
  const mayListen = useSession(({ token, me }) => token !== null && me?.must_change !== true);
  useEffect(() => (mayListen ? startLive() : undefined), [mayListen]);
  useEffect(closeSidebarOnMobile, [pathname]);
  // Before the first paint, so that the menu does not flash.
  useLayoutEffect(() => giveRoom(pathname === MODEL_PAGE), [pathname]);
  useEffect(() => rememberPlace(pathname, search), [pathname, search]);
  // A `session` frame reports changed roles. The reload updates the menu at once.
  useLive('session', () => void reloadMe().catch((error: unknown) => console.warn('info', error)));
  useEnterpriseFollower();
  const shell = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLElement>(null);
  useScrollPlaces(page);
  useMovingHeader(
    shell,
    useSession(({ me }) => me?.enterprise.fixed_header === true),
  );
  useKeys();
  useShellKeys(section !== null);
  useRecentRecords();
  useEffect(() => {
    if (device !== 'mobile' || !sidebarOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeSidebarOnMobile();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [device, sidebarOpen]);
  return (
    <div ref={shell} className="shell" data-section={section ?? 'none'}>
      <PageOnItsWay />
      <OfflineBar />
      <TopBar section={section} />
      <div className="shell-middle">
        {section !== null && (device === 'desktop' || sidebarOpen) && <SideMenu section={section} />}
        <div className="shell-column">
          {section === 'file' && pathname !== MODEL_PAGE && (
            <Suspense fallback={<div className="project-frame-room" />}>
              <ProjectFrame />
            </Suspense>
          )}
          <main ref={page} className="shell-page" id="page" tabIndex={-1}>
            <KeptPages pathname={pathname} />
            {!KEPT.some(({ path }) => path === pathname) && (
              <div className="page-scroll" key={pathname}>
                <ErrorBoundary>
                  <Outlet />
                </ErrorBoundary>
              </div>
            )}
          </main>
        </div>
      </div>
      {device === 'mobile' && pathname !== MODEL_PAGE && <LevelZeroBar at="bottom" />}
      {DOCKS.map(({ key, Dock }) => (
        <Dock key={key} />
      ))}
      <OverlayHost />
    </div>
  );
}

/** Pages that stay mounted after the first visit. While hidden they keep their state and scroll position. */
function KeptPages({ pathname }: { pathname: string }) {
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  if (KEPT.some(({ path }) => path === pathname) && !visited.has(pathname)) setVisited(new Set([...visited, pathname]));
  return KEPT.filter(({ path }) => visited.has(path)).map(({ path, Page }) => (
    <Activity key={path} mode={path === pathname ? 'visible' : 'hidden'}>
      <div className="kept-page">
        <ErrorBoundary>
          <Suspense fallback={null}>
            <Page />
          </Suspense>
        </ErrorBoundary>
      </div>
    </Activity>
  ));
}
