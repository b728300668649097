import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import { cappedCount, number } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';

/** One list of my work under its name and number. */
export function Column(props: { title: string; count: number; empty: string; children: ReactNode }) {
  return (
    <section className="home-column" aria-label={props.title}>
      <h2>
        {props.title}{' '}
        {props.count > 0 && <span className="segment-count tabular">{cappedCount(props.count, LIMITS.countCap)}</span>}
      </h2>
      {props.count === 0 ? (
        <p className="home-meta home-empty">{props.empty}</p>
      ) : (
        <ul className="home-list">{props.children}</ul>
      )}
    </section>
  );
}

/** What a list does not show yet. */
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

/** Where the rest of a list stands. */
export function MoreLink({ to, label }: { to: string; label: string }) {
  return (
    <li>
      <Link className="home-more" to={to}>
        {label} <Icon name="right" size={12} />
      </Link>
    </li>
  );
}
