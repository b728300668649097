import { useState } from 'react';
import { LIMITS } from '@prdm/contract/limits';
import { useT, type TextKey } from '../../../lib/i18n.ts';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { REVIEWS_PATH, useReviews } from '../../processes/index.ts';
import { LIST_PATH } from '../../projects/index.ts';
import { nextPiece } from '../home.logic.ts';
import { useMyWork } from '../home.queries.ts';
import { Column, Group, Lines, MoreButton, MoreLink } from '../parts/column.tsx';
import { OpinionLine, ProjectLine, ReviewLine, TaskLine, WaitingLine } from '../parts/lines.tsx';
import { NoWork } from '../parts/no-work.tsx';
import { groupsOf } from '../work-groups.ts';
import './home.css';

const FEW_REVIEWS = 20;
/** Link to the same search in the full list of reviews. */
const moreOf = (word: string): string =>
  word === '' ? REVIEWS_PATH : `${REVIEWS_PATH}?${new URLSearchParams({ word }).toString()}`;

/** My work: the tasks and reviews that wait for me, my tasks that wait for others, and my projects. */
export default function HomePage() {
  const t = useT();
  const [word, setWord] = useState('');
  const [today, setToday] = useState<number>(LIMITS.homeList);
  const [waiting, setWaiting] = useState<number>(LIMITS.homeList);
  const narrowed = word === '' ? {} : { word };
  const work = useMyWork({ today, waiting, ...narrowed });
  const asked = useReviews({ state: 'todo', size: FEW_REVIEWS, ...narrowed });
  const answers = useReviews({ state: 'mine', unanswered: true, size: FEW_REVIEWS, ...narrowed });
  const { data, error } = work;
  if (!data && error !== null) return <FailedState error={error} onRetry={() => void work.refetch()} />;
  if (!data) return <SkeletonLines lines={8} />;
  const reviews = asked.data?.list ?? [];
  const moreReviews = Math.max(0, (asked.data?.total ?? 0) - reviews.length);
  const opinions = answers.data?.list ?? [];
  const opinionsInAll = answers.data?.total ?? 0;
  const moreOpinions = Math.max(0, opinionsInAll - opinions.length);
  const { totals } = data;
  const isOld = work.isPlaceholderData || asked.isPlaceholderData;
  if (word === '' && !isOld && reviews.length + opinions.length + totals.today + totals.waiting + totals.projects === 0)
    return <NoWork />;
  const groups = groupsOf(data.today, new Date(work.dataUpdatedAt));
  const isPart = data.today.length < totals.today;
  const drawn = ({ group, tasks }: (typeof groups)[number]) => (
    <Group
      key={group}
      title={t(`home.groups.${group}`)}
      tone={group}
      // The tasks are ordered by group. More tasks of the last visible group may follow, so it shows no count.
      count={isPart && group === groups.at(-1)?.group ? null : tasks.length}
    >
      {tasks.map((task) => (
        <TaskLine key={task.id} task={task} next={t(`tasks.action.${task.next}`)} submits={task.next === 'submit'} />
      ))}
    </Group>
  );
  const empty = (key: TextKey): string => t(word === '' ? key : 'home.noMatch');
  return (
    <div className="home">
      <div className="home-head">
        <SearchField placeholder={t('home.filter')} word={word} onWord={setWord} />
      </div>
      <Column
        title={t('home.today')}
        count={reviews.length + moreReviews + opinionsInAll + totals.today}
        empty={empty('home.todayEmpty')}
      >
        {groups.filter(({ group }) => group === 'returned').map(drawn)}
        {reviews.length > 0 && (
          <Group title={t('home.groups.reviews')} count={reviews.length + moreReviews} to={moreOf(word)}>
            {reviews.map((row) => (
              <ReviewLine key={row.process_id} row={row} />
            ))}
            {moreReviews > 0 && <MoreLink to={moreOf(word)} label={t('home.moreReviews', { count: moreReviews })} />}
          </Group>
        )}
        {opinions.length > 0 && (
          <Group title={t('home.groups.opinions')} count={opinionsInAll}>
            {opinions.map((row) => (
              <OpinionLine key={row.process_id} row={row} />
            ))}
            {moreOpinions > 0 && (
              <MoreLink to={`${REVIEWS_PATH}?state=mine`} label={t('home.moreReviews', { count: moreOpinions })} />
            )}
          </Group>
        )}
        {groups.filter(({ group }) => group !== 'returned').map(drawn)}
        <Lines>
          <More shown={data.today.length} total={totals.today} wanted={today} onMore={setToday} />
        </Lines>
      </Column>
      <Column title={t('home.waiting')} count={totals.waiting} empty={empty('home.waitingEmpty')}>
        <Lines>
          {data.waiting.map((task) => (
            <WaitingLine key={task.id} task={task} />
          ))}
          <More shown={data.waiting.length} total={totals.waiting} wanted={waiting} onMore={setWaiting} />
        </Lines>
      </Column>
      <Column title={t('home.projects')} count={totals.projects} empty={empty('home.projectsEmpty')}>
        <Lines>
          {data.projects.map((project) => (
            <ProjectLine key={project.id} project={project} />
          ))}
          {totals.projects > data.projects.length && (
            <MoreLink to={LIST_PATH} label={t('home.allProjects', { n: totals.projects })} />
          )}
        </Lines>
      </Column>
    </div>
  );
}

/** Button that loads the next part of a list of tasks. */
function More(props: { shown: number; total: number; wanted: number; onMore: (wanted: number) => void }) {
  const next = nextPiece(props);
  if (next === null) return null;
  return <MoreButton {...props} isComing={props.shown < props.wanted} onMore={() => props.onMore(next)} />;
}
