import { Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { toggleSidebar, useAppState } from '../../lib/app-state.ts';
import { useT } from '../../lib/i18n.ts';
import { NoticeBell } from '../../features/notices/index.ts';
import ReviewsLink from '../../features/processes/parts/reviews-link.tsx';
import { PasswordDialog } from '../../features/identity/index.ts';
import { Icon } from '../../ui/look/icon.tsx';
import { Logo } from '../../ui/look/logo.tsx';
import type { Section } from '../routes.tsx';
import { BAR_ITEMS } from '../slots.tsx';
import { useRouteHandle } from '../titles.ts';
import { DETAIL_PATH, LIST_PATH, projectPath } from '../../features/projects/addresses.ts';
import { useOpenProject } from './use-project-name.ts';
import { UserMenu } from './user-menu.tsx';

/** Home, where one is, what waits, who one is. */
export function TopBar({ section }: { section: Section | null }) {
  const t = useT();
  const { device, sidebarOpen } = useAppState();
  const [changingPassword, setChangingPassword] = useState(false);
  return (
    <header className="top-bar">
      <a className="skip-link" href="#page">
        {t('shell.skip')}
      </a>
      {device === 'mobile' && section !== null && (
        <button
          type="button"
          className="bar-button"
          aria-label={t(sidebarOpen ? 'shell.closeMenu' : 'shell.openMenu')}
          aria-expanded={sidebarOpen}
          onClick={toggleSidebar}
        >
          <Icon name="menu" />
        </button>
      )}
      <Link className="bar-home" to="/home" aria-label={t('shell.home')}>
        <Logo />
      </Link>
      <NameArea section={section} />
      <div className="bar-right">
        {BAR_ITEMS.map(({ key, Item }) => (
          <Item key={key} />
        ))}
        <ReviewsLink />
        <NoticeBell />
        <UserMenu onChangePassword={() => setChangingPassword(true)} />
      </div>
      {changingPassword && (
        <Suspense fallback={null}>
          <PasswordDialog onClose={() => setChangingPassword(false)} />
        </Suspense>
      )}
    </header>
  );
}

/**
 * Under project paths the name area shows, under file paths it is the current project's name, under company the name is blank
 * (specification section 2); the page's title always follows.
 */
function NameArea({ section }: { section: Section | null }) {
  const t = useT();
  const { pathname } = useLocation();
  const handle = useRouteHandle();
  const underProject = pathname === '/project' || pathname.startsWith('/project/');
  // The list and the form of a new project are about no project, whichever one was open before.
  const isOfOne = section === 'file' || pathname === DETAIL_PATH;
  // The project's own page keeps its project itself.
  const project = useOpenProject(section === 'file');
  const name = isOfOne ? (project?.name ?? '') : '';
  const title = handle === null ? '' : t(handle.titleKey);
  return (
    <nav className="bar-names" aria-label={t('shell.whereAmI')}>
      {(section === 'file' || underProject) && (
        <>
          <Link
            className="bar-name ellipsis"
            data-testid="project-name"
            title={name}
            to={name === '' || project === null ? LIST_PATH : projectPath(project.id)}
          >
            {name || t('shell.projects')}
          </Link>
          <span className="bar-slash" aria-hidden="true">
            /
          </span>
        </>
      )}
      <span className="bar-title ellipsis" aria-current="page">
        {title}
      </span>
    </nav>
  );
}
