import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { openapi } from '@prdm/contract/me';
import { fetchDocument } from '../../../lib/api/call.ts';
import { number } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { saveAs } from '../../../lib/save-as.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { byDomain, callsOf, searchCalls, type ApiDescription } from '../help.logic.ts';
import { MANUAL } from '../manual.logic.ts';
import { CallEntry } from '../parts/call-entry.tsx';
import './api-page.css';

const save = (description: ApiDescription): void =>
  saveAs(new Blob([JSON.stringify(description, null, 2)], { type: 'application/json' }), 'openapi.json');

/** All calls of the server, for developers of other programs: search, access, ids, fields, refusals. */
export default function ApiPage() {
  const t = useT();
  const [typed, setTyped] = useState('');
  const word = useDeferredValue(typed);
  const query = useQuery({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => fetchDocument(openapi, { signal }) as Promise<ApiDescription>,
    staleTime: Infinity,
  });
  const calls = useMemo(() => (query.data === undefined ? [] : callsOf(query.data)), [query.data]);
  const found = useMemo(() => byDomain(searchCalls(calls, word)), [calls, word]);
  const count = found.reduce((sum, [, list]) => sum + list.length, 0);
  return (
    <div className="api-page">
      <header className="api-head">
        <nav className="api-ways" aria-label={t('help.title')}>
          <Link to={MANUAL}>
            <Icon name="left" size={14} /> {t('help.manual.title')}
          </Link>
          <Link to="/home">{t('help.manual.home')}</Link>
          {query.data !== undefined && (
            <button type="button" className="link-button" onClick={() => save(query.data)}>
              <Icon name="download" size={14} /> {t('help.download')}
            </button>
          )}
        </nav>
        <h1>{t('help.title')}</h1>
        <p className="api-lead">{t('help.lead')}</p>
        <input
          className="input"
          type="search"
          aria-label={t('help.search')}
          placeholder={t('help.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p className="api-count tabular" aria-live="polite">
          {query.data !== undefined && t('help.count', { n: number(count), count })}
        </p>
      </header>
      <div className="api-body">
        <nav className="api-domains" aria-label={t('help.domains')}>
          {found.map(([domain, list]) => (
            <a key={domain} href={`#${domain}`}>
              {domain} <span className="tabular">{list.length}</span>
            </a>
          ))}
        </nav>
        <main className="api-calls">
          {query.isPending && <SkeletonLines lines={8} />}
          {query.data === undefined && query.error !== null && (
            <FailedState error={query.error} onRetry={() => void query.refetch()} />
          )}
          {query.data !== undefined && found.length === 0 && <EmptyState title={t('common.table.noMatch')} />}
          {found.map(([domain, list]) => (
            <section key={domain} id={domain} aria-label={domain}>
              <h2>{domain}</h2>
              {list.map((call) => (
                <CallEntry key={call.key} call={call} />
              ))}
            </section>
          ))}
        </main>
      </div>
    </div>
  );
}
