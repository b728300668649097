import { Link, useLocation } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { useLive } from '../../../lib/api/live.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { LIST_PATH } from '../addresses.ts';
import { useRightsFollower } from '../projects.queries.ts';

/**
 * Link to the projects on every page. It is always mounted, so it also reloads the rights when a membership changes.
 */
export default function ProjectsLink() {
  const t = useT();
  const { pathname } = useLocation();
  const follow = useRightsFollower();
  useLive('project', follow);
  return (
    <Link
      className="bar-button bar-way"
      to={LIST_PATH}
      aria-label={t('projects.bar')}
      title={t('projects.bar')}
      aria-current={pathname === LIST_PATH ? 'page' : undefined}
    >
      <Icon name="project" />
      <span className="bar-word">{t('projects.barWord')}</span>
    </Link>
  );
}
