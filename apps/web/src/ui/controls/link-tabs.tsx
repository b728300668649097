import { Link } from 'react-router';
import './link-tabs.css';

export interface LinkTab {
  readonly key: string;
  readonly label: string;
  readonly to: string;
  readonly count?: number;
  /** The tab leads to another page: the click adds a history entry, so back returns here. */
  readonly away?: boolean;
}

/** Tabs that are links: back, reload and a copied link keep the chosen tab. `quiet` is the flat style for a toolbar. */
export function LinkTabs(props: { label: string; tabs: readonly LinkTab[]; current: string; quiet?: boolean }) {
  return (
    <nav className="link-tabs" aria-label={props.label} data-quiet={props.quiet}>
      {props.tabs.map((tab) => (
        <Link
          key={tab.key}
          to={tab.to}
          replace={tab.away !== true}
          aria-current={tab.key === props.current ? 'page' : undefined}
        >
          {tab.label}
          {tab.count !== undefined && <span className="link-tab-count tabular">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
