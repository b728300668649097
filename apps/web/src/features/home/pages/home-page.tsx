import { useDeferredValue, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import { date } from '../../../lib/format.ts';
import { useLive } from '../../../lib/live.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { standardName, useT } from '../../../lib/i18n.ts';
import { AvatarGroup } from '../../../ui/avatar.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { reviewPath, useReviews } from '../../processes/index.ts';
import { projectPath } from '../../projects/index.ts';
import { workMatching } from '../home.logic.ts';
import { useMyWork, type MyWork } from '../home.queries.ts';
import './home.css';

const taskPath = (task: { id: number; project_id: number }): string =>
  `/file/task/index?project_id=${task.project_id}&id=${task.id}`;

/** My work: what is mine to do now, what waits for others, and my projects around it. */
export default function HomePage() {
  const t = useT();
  const [typed, setTyped] = useState('');
  const word = useDeferredValue(typed);
  const work = useMyWork();
  const reviews = useReviews({ state: 'todo', size: 20 });
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['fhome'] });
  useLive('task', refresh);
  useLive('process', refresh);
  useLive('notice', refresh);
  const { data, error } = work;
  if (!data && error !== null) return <FailedState error={error} onRetry={() => void work.refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  const asked = reviews.data?.list ?? [];
  if (asked.length + data.today.length + data.waiting.length + data.projects.length === 0) return <Newcomer />;
  const found = workMatching({ reviews: asked, ...data }, word);
  const empty = (key: string): string => t(word.trim() === '' ? key : 'home.noMatch');
  return (
    <div className="home">
      <input
        className="input home-filter"
        type="search"
        aria-label={t('home.filter')}
        placeholder={t('home.filter')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Column
        title={t('home.today')}
        count={found.reviews.length + found.today.length}
        isCut={data.today.length === LIMITS.homeList}
        empty={empty('home.todayEmpty')}
      >
        {found.reviews.map((row) => (
          <li key={`r${row.process_id}`}>
            <Link className="home-row" to={reviewPath(row)}>
              <span className="home-row-title ellipsis">{row.name}</span>
              <StatusChip status={row.label} />
              <span className="home-meta ellipsis">
                {t('home.review', { stage: row.stage.name, starter: row.starter.name })} · {row.project_name}
              </span>
              <span className="home-next">{t(row.seat?.ask === 'answer' ? 'home.answer' : 'home.decide')}</span>
            </Link>
          </li>
        ))}
        {found.today.map((task) => (
          <TaskLine key={task.id} task={task} next={t(`tasks.action.${task.next}`)} />
        ))}
      </Column>
      <Column
        title={t('home.waiting')}
        count={found.waiting.length}
        isCut={data.waiting.length === LIMITS.homeList}
        empty={empty('home.waitingEmpty')}
      >
        {found.waiting.map((task) => (
          <TaskLine key={task.id} task={task} holders />
        ))}
      </Column>
      <Column title={t('home.projects')} count={found.projects.length} empty={empty('home.projectsEmpty')}>
        {found.projects.map((project) => (
          <li key={project.id}>
            <Link className="home-row" to={projectPath(project.id)}>
              <span className="home-row-title ellipsis">{project.name}</span>
              <span className="home-meta tabular">
                {t('home.figures', { open: project.open, finished: project.finished })}
                {project.overdue > 0 && (
                  <span className="home-overdue"> · {t('home.overdue', { n: project.overdue })}</span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </Column>
    </div>
  );
}

function Column(props: { title: string; count: number; isCut?: boolean; empty: string; children: ReactNode }) {
  return (
    <section className="home-column" aria-label={props.title}>
      <h2>
        {props.title}{' '}
        {props.count > 0 && (
          <span className="segment-count tabular">{props.isCut === true ? `${props.count}+` : props.count}</span>
        )}
      </h2>
      {props.count === 0 ? (
        <p className="home-meta home-empty">{props.empty}</p>
      ) : (
        <ul className="home-list">{props.children}</ul>
      )}
    </section>
  );
}

function TaskLine({
  task,
  next,
  holders = false,
}: {
  task: MyWork['waiting'][number];
  next?: string;
  holders?: boolean;
}) {
  return (
    <li>
      <Link className="home-row" to={taskPath(task)}>
        <span className="home-row-title ellipsis">{task.title}</span>
        <StatusChip status={task.label} />
        <span className="home-meta ellipsis">
          {task.project_name} ·{' '}
          {task.deadline === null ? standardName('stage', task.stage.name) : <DateText value={date(task.deadline)} />}
        </span>
        {holders ? <AvatarGroup people={task.holders} size={20} /> : <span className="home-next">{next}</span>}
      </Link>
    </li>
  );
}

function Newcomer() {
  const t = useT();
  return (
    <EmptyState icon="home" title={t('home.newcomer')} text={t('home.newcomerText')}>
      <Link className="button button-primary" to="/project/index">
        {t('home.toProjects')}
      </Link>
    </EmptyState>
  );
}
