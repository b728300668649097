import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import { cappedCount, number } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';

/** One list of my work with its title and count. */
export function Column(props: { title: string; count: number; empty: string; children: ReactNode }) {
  return (
    <section className="home-column" aria-label={props.title}>
      <h2>
        {props.title}{' '}
        {props.count > 0 && <span className="segment-count tabular">{cappedCount(props.count, LIMITS.countCap)}</span>}
      </h2>
      {props.count === 0 ? <p className="home-meta home-empty">{props.empty}</p> : props.children}
    </section>
  );
}

/** One entry of a list: its title, state, context and next action. The whole line is a link. */
export function Line(props: {
  to: string;
  title: string;
  status?: ReactNode;
  meta: ReactNode;
  end?: ReactNode;
  /** A separate button beside the link. */
  act?: ReactNode;
}) {
  return (
    <li className={props.act === undefined ? undefined : 'home-line'}>
      <Link className="home-row" to={props.to}>
        <span className="home-row-title ellipsis" title={props.title}>
          {props.title}
        </span>
        {props.status}
        <span className="home-meta home-parts">{props.meta}</span>
        {props.end}
      </Link>
      {props.act}
    </li>
  );
}

export const Lines = ({ children }: { children: ReactNode }) => <ul className="home-list">{children}</ul>;

/** A titled part of a list. `count` is null when it is unknown. `to` links to the full list. */
export function Group(props: { title: string; count: number | null; tone?: string; to?: string; children: ReactNode }) {
  const t = useT();
  return (
    <section className="home-group" aria-label={props.title} data-tone={props.tone}>
      <h3>
        {props.title}{' '}
        {props.count !== null && <span className="tabular">{cappedCount(props.count, LIMITS.countCap)}</span>}
        {props.to !== undefined && (
          <Link className="home-group-all" to={props.to}>
            {t('home.allReviews')}
          </Link>
        )}
      </h3>
      <Lines>{props.children}</Lines>
    </section>
  );
}

/** Button that loads the rest of a list. */
export function MoreButton(props: { shown: number; total: number; isComing: boolean; onMore: () => void }) {
  const t = useT();
  return (
    <li>
      <button type="button" className="home-more" disabled={props.isComing} onClick={props.onMore}>
        {t('home.more')}
        <span className="home-meta tabular">
          {t('home.shownOf', { shown: number(props.shown), total: cappedCount(props.total, LIMITS.countCap) })}
        </span>
      </button>
    </li>
  );
}

/** Link to the page with the rest of a list. */
export function MoreLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link className="home-more" to={to}>
        {label} <Icon name="right" size={12} />
      </Link>
    </li>
  );
}
