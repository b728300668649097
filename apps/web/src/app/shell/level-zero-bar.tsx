import { Link, useLocation } from 'react-router';
import { counts } from '@prdm/contract/home';
import { useDeskCount, useReviewCounts } from '../../features/processes/processes.queries.ts';
import { useRightsFollower } from '../../features/projects/projects.queries.ts';
import { useLive } from '../../lib/api/live.ts';
import { useApiQuery } from '../../lib/api/queries.ts';
import { refetch } from '../../lib/api/refetch.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/session/access.ts';
import { badgeText } from '../../ui/feedback/badge.ts';
import { Icon } from '../../ui/look/icon.tsx';
import { areaOf, levelZero, type Area, type LevelZeroEntry } from './level-zero.ts';
import { usePlaces } from './places.ts';
import { BACK_TO_PLACE } from './scrolling/scroll-places.ts';
import './level-zero.css';

/** Level 0: the areas of the product, the same on every page. Below 1027 px it is a bar at the bottom of the window. */
export function LevelZeroBar({ at }: { at: 'top' | 'bottom' }) {
  const t = useT();
  const may = useMay();
  const { pathname } = useLocation();
  const current = areaOf(pathname);
  const places = usePlaces();
  const waiting = useWaiting();
  return (
    <nav className="level-zero" data-at={at} aria-label={t('shell.areas.label')}>
      {levelZero(may).map((entry) => (
        <Entry
          key={entry.area}
          entry={entry}
          isCurrent={entry.area === current}
          to={entry.area === current ? entry.start : (places[entry.area] ?? entry.start)}
          waiting={waiting[entry.area] ?? 0}
        />
      ))}
    </nav>
  );
}

/** My work is made of tasks, reviews and notices. The bar stands on every page, so it refreshes the counts and lists of all. */
const refreshWork = refetch('fhome');

/** The number of things that wait for the reader. */
function useWaiting(): Partial<Record<Area, number>> {
  const follow = useRightsFollower();
  useLive('project', follow);
  useLive('task', refreshWork);
  useLive('review', refreshWork);
  useLive('notice', refreshWork);
  const work = useApiQuery(counts, {}).data;
  const reviews = useReviewCounts().data?.todo ?? 0;
  const desk = useDeskCount();
  // The tasks of the home page count their confirmations too.
  return { home: (work?.todo ?? 0) + reviews, reviews: desk };
}

function Entry(props: { entry: LevelZeroEntry; isCurrent: boolean; to: string; waiting: number }) {
  const t = useT();
  const { entry, waiting } = props;
  const label = t(entry.labelKey);
  return (
    <Link
      className="level-zero-entry"
      to={props.to}
      state={props.isCurrent ? undefined : BACK_TO_PLACE}
      data-area={entry.area}
      aria-label={waiting === 0 ? label : t('shell.areas.waiting', { area: label, n: waiting })}
      aria-current={props.isCurrent ? 'true' : undefined}
    >
      <Icon name={entry.icon} />
      <span className="level-zero-word">{label}</span>
      {waiting > 0 && (
        <span className="bar-count tabular" data-testid={`badge-${entry.area}`} aria-hidden="true">
          {badgeText(waiting)}
        </span>
      )}
    </Link>
  );
}
