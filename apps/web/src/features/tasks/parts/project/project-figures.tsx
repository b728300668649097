import { Link } from 'react-router';
import type { ProjectFigures } from '@prdm/contract/tasks/statistics';
import { date, number, percent } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { DateText } from '../../../../ui/date-text.tsx';
import { UNFINISHED } from '../../tasks.logic.ts';
import { listPath } from './project-links.ts';

/** Five figures of a project. Each one links to the tasks it counts. */
export function ProjectFiguresLine({ projectId, figures }: { projectId: number; figures: ProjectFigures }) {
  const t = useT();
  const { total, finished, under_review, overdue, next_deadline } = figures;
  const lines = [
    { key: 'total' as const, value: number(total), to: listPath(projectId) },
    {
      key: 'finished' as const,
      value: number(finished),
      note: percent(finished / total),
      to: listPath(projectId, { status: 'finished' }),
    },
    { key: 'under_review' as const, value: number(under_review), to: listPath(projectId, { status: 'under_review' }) },
    {
      key: 'overdue' as const,
      value: number(overdue),
      isLate: overdue > 0,
      to: listPath(projectId, { overdue: '1' }),
    },
    {
      key: 'next_deadline' as const,
      value: next_deadline === null ? t('projects.work.noDeadline') : <DateText value={date(next_deadline)} />,
      to: listPath(projectId, { status: UNFINISHED, sort: 'deadline' }),
    },
  ];
  return (
    <ul className="work-figures">
      {lines.map(({ key, value, note, isLate, to }) => (
        <li key={key}>
          <Link to={to} data-late={isLate}>
            <span className="work-figure-name">{t(`projects.work.figure.${key}`)}</span>
            <span className="work-figure tabular">
              {isLate && <span aria-hidden="true">! </span>}
              {value}
              {note !== undefined && <span className="work-figure-note"> {note}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
