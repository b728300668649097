import type { ReactNode } from 'react';
import type { NonProjectInfo } from '@prdm/contract/projects/non-projects';
import { date, hours } from '../../../../lib/format.ts';
import { useT, type TextEntry, type Translate } from '../../../../lib/i18n.ts';

/** The fields of the non-project, without the empty ones. */
export function NonProjectFacts({ project }: { project: NonProjectInfo }) {
  const t = useT();
  return (
    <dl className="project-facts">
      {factsOf(project, t)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} data-wide={name === 'description'}>
            <dt>{t(`non-projects.field.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function factsOf(project: NonProjectInfo, t: Translate): [TextEntry<'non-projects.field'>, ReactNode][] {
  const span = [project.start, project.end].map((day) => date(day));
  return [
    ['number', project.number],
    ['kind', t(`non-projects.kind.${project.kind}`)],
    ['manager_id', project.manager_name],
    ['department_id', project.department_name],
    ['period', span.some((day) => day !== '') ? span.map((day) => day || '…').join(' – ') : ''],
    ['total_hours', project.total_hours === null ? '' : hours(project.total_hours)],
    ['created', `${project.created_by_name} ${date(project.created_at)}`],
    ['description', project.description],
  ];
}
