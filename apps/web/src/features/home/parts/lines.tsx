import type { ReviewRow } from '@prdm/contract/review';
import { date, relative } from '../../../lib/format.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { AvatarGroup } from '../../../ui/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { reviewPath } from '../../processes/index.ts';
import { projectPath } from '../../projects/index.ts';
import { taskPath } from '../../tasks/index.ts';
import type { MyWork } from '../home.queries.ts';
import { Line } from './column.tsx';

/** A review that waits for me. */
export function ReviewLine({ row }: { row: ReviewRow }) {
  const t = useT();
  return (
    <Line
      to={reviewPath(row)}
      title={row.name}
      status={<StatusChip status={row.label} />}
      meta={`${t('home.review', { stage: row.stage.name, starter: row.starter.name })} · ${row.project_name}`}
      end={<span className="home-next">{t(row.seat?.ask === 'answer' ? 'home.answer' : 'home.decide')}</span>}
    />
  );
}

/** A task, with the one next action or with those who have to act. */
export function TaskLine(props: { task: MyWork['waiting'][number]; next?: string; holders?: boolean }) {
  const t = useT();
  const { task } = props;
  return (
    <Line
      to={taskPath(task)}
      title={task.title}
      status={<StatusChip status={task.label} />}
      meta={
        <>
          {[task.project_name, standardName('profession', task.profession?.name ?? '')].filter(Boolean).join(' · ')} ·{' '}
          {task.deadline === null ? (
            standardName('stage', task.stage.name)
          ) : (
            <>
              {t('home.due')} <DateText value={date(task.deadline)} />
            </>
          )}
          {props.holders === true && ` · ${t('home.waits', { when: relative(date(task.status_since)) })}`}
        </>
      }
      end={
        props.holders === true ? (
          <AvatarGroup people={task.holders} size={20} named />
        ) : (
          <span className="home-next">{props.next}</span>
        )
      }
    />
  );
}

/** A project of mine with its figures. */
export function ProjectLine({ project }: { project: MyWork['projects'][number] }) {
  const t = useT();
  return (
    <Line
      to={projectPath(project.id)}
      title={project.name}
      meta={
        <span className="tabular">
          {t('home.figures', { open: project.open, finished: project.finished })}
          {project.overdue > 0 && <span className="home-overdue"> · {t('home.overdue', { n: project.overdue })}</span>}
        </span>
      }
    />
  );
}
