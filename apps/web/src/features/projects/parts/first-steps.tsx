import { Link } from 'react-router';
import type { ProjectInfo } from '@prdm/contract/projects';
import { add as taskAdd } from '@prdm/contract/tasks';
import { useMay } from '../../../lib/session/access.ts';
import { useT } from '../../../lib/i18n.ts';
import { filesPath, newTaskPath, projectPath } from '../addresses.ts';

/** The first steps in a project without tasks. Each step has a link if the reader may do it. */
export function FirstSteps({ project }: { project: ProjectInfo }) {
  const t = useT();
  const may = useMay();
  const { id, can } = project;
  const steps = [
    {
      key: 'members' as const,
      isDone: project.member_count > 1,
      to: can.member ? `${projectPath(id)}&tab=members` : null,
    },
    // Upload rights belong to folders. A reader without a role in the project can only view files.
    { key: 'files' as const, isDone: false, to: can.edit || project.my_roles.length > 0 ? filesPath(id) : null },
    { key: 'task' as const, isDone: false, to: may(taskAdd, id) ? newTaskPath(id) : null },
  ];
  const next = steps.find(({ isDone, to }) => !isDone && to !== null)?.key;
  return (
    <section className="first-steps" aria-labelledby="first-steps-title">
      <h2 id="first-steps-title">{t('projects.first.title')}</h2>
      <p>{next === undefined ? t('projects.first.wait', { name: project.manager_name }) : t('projects.first.lead')}</p>
      <ol>
        {steps.map(({ key, isDone, to }, at) => (
          <li key={key} data-done={isDone}>
            <span className="first-steps-mark tabular" aria-hidden="true">
              {isDone ? '✓' : at + 1}
            </span>
            <span className="first-steps-words">
              <strong>
                {t(`projects.first.${key}`)}
                {isDone && <span className="visually-hidden"> {t('projects.first.done')}</span>}
              </strong>
              <span>{t(`projects.first.${key}Text`)}</span>
            </span>
            {to !== null && (
              <Link className={key === next ? 'button button-primary' : 'button'} to={to}>
                {t(`projects.first.${key}Do`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
