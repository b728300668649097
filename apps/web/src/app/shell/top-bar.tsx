import { Fragment, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { toggleSidebar, useAppState } from '../../lib/app-state.ts';
import { useT } from '../../lib/i18n.ts';
import { NoticeBell } from '../../features/notices/index.ts';
import { PasswordDialog } from '../../features/identity/index.ts';
import { Icon } from '../../ui/look/icon.tsx';
import type { Crumb } from '../crumbs.ts';
import { SearchButton } from '../keys/search-button.tsx';
import { useFrameActions } from '../keys/use-frame-actions.ts';
import type { Section } from '../routes.tsx';
import { useCrumbs, useCrumbTitle } from '../use-crumbs.ts';
import { EnterpriseLinks, EnterpriseLogo } from './enterprise/enterprise-links.tsx';
import { LevelZeroBar } from './level-zero-bar.tsx';
import { UserMenu } from './user-menu.tsx';

/** Crumb at the left, level 0 in the middle, notices and the reader at the right. */
export function TopBar({ section }: { section: Section | null }) {
  const t = useT();
  const { device, sidebarOpen } = useAppState();
  const [changingPassword, setChangingPassword] = useState(false);
  const crumbs = useCrumbs();
  useCrumbTitle(crumbs);
  useFrameActions(() => setChangingPassword(true));
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
      <div className="bar-left">
        <Link className="bar-home" to="/home" aria-label={t('shell.home')}>
          <EnterpriseLogo />
        </Link>
        <Crumbs crumbs={device === 'mobile' ? crumbs.slice(-1) : crumbs} />
      </div>
      {device === 'desktop' && <LevelZeroBar at="top" />}
      <div className="bar-right">
        {device === 'desktop' && <EnterpriseLinks />}
        <SearchButton />
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

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT();
  return (
    <nav className="bar-names" aria-label={t('shell.whereAmI')}>
      {crumbs.map(({ key, label, to }, index) => (
        <Fragment key={key}>
          {index > 0 && (
            <span className="bar-slash" aria-hidden="true">
              /
            </span>
          )}
          {index === crumbs.length - 1 ? (
            <span className="bar-title ellipsis" aria-current="page" title={label}>
              {label}
            </span>
          ) : (
            <CrumbStep step={key} label={label} to={to} />
          )}
        </Fragment>
      ))}
    </nav>
  );
}

function CrumbStep({ step, label, to }: { step: Crumb['key']; label: string; to?: string }) {
  const shown = {
    className: 'bar-name ellipsis',
    'data-step': step,
    'data-testid': step === 'project' ? 'project-name' : undefined,
    title: label,
  };
  return to === undefined ? (
    <span {...shown}>{label}</span>
  ) : (
    <Link {...shown} to={to}>
      {label}
    </Link>
  );
}
