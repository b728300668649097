import { Link } from 'react-router';
import { userAdd } from '@prdm/contract/organisation';
import { add as projectAdd } from '@prdm/contract/projects';
import { useMay } from '../../../lib/session/access.ts';
import { useT } from '../../../lib/i18n.ts';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { ADD_PATH, LIST_PATH } from '../../projects/index.ts';

const STAFF_PATH = '/company/staff';

/**
 * Home page of a user without work in a firm without projects. A user who may add people or projects sees the first
 * steps. All others see a short text.
 */
export function Newcomer() {
  const t = useT();
  const may = useMay();
  const [people, project] = [may(userAdd), may(projectAdd)];
  if (!people && !project) {
    return (
      <EmptyState icon="home" title={t('home.newcomer')} text={t('home.newcomerText')}>
        <Link className="button button-primary" to={LIST_PATH}>
          {t('home.toProjects')}
        </Link>
      </EmptyState>
    );
  }
  const steps = [
    ...(people ? [{ key: 'people' as const, to: STAFF_PATH }] : []),
    ...(project ? [{ key: 'project' as const, to: ADD_PATH }] : []),
    // Files belong to a project, so this step has no link before the first project.
    { key: 'upload' as const, to: null },
  ];
  return (
    <section className="home-first" aria-labelledby="home-first-title">
      <h1 id="home-first-title">{t('home.first.title')}</h1>
      <p className="home-first-lead">{t('home.first.lead')}</p>
      <ol>
        {steps.map(({ key, to }, at) => (
          <li key={key}>
            <span className="home-first-number tabular" aria-hidden="true">
              {at + 1}
            </span>
            <span className="home-first-words">
              <strong>{t(`home.first.${key}`)}</strong>
              <span>{t(`home.first.${key}Text`)}</span>
            </span>
            {to !== null && (
              <Link className={at === 0 ? 'button button-primary' : 'button'} to={to}>
                {t(`home.first.${key}Do`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
