import type { ReactNode } from 'react';
import { CallError } from '../../lib/api/call-error.ts';
import { useT } from '../../lib/i18n.ts';
import { isGone } from '../../lib/api/queries.ts';
import { Icon, type IconName } from '../look/icon.tsx';
import '../look/plain.css';
import './states.css';

/**
 * Replaces an empty list or page. One line states its content, then
 * follows the next action or the role that can act. A page is never blank.
 */
export function EmptyState(props: { title: string; text?: string; icon?: IconName; children?: ReactNode }) {
  return (
    <div className="state">
      {props.icon && <Icon name={props.icon} size={24} />}
      <p className="state-title">{props.title}</p>
      {props.text && <p className="state-text">{props.text}</p>}
      {props.children}
    </div>
  );
}

/**
 * Replaces a part that failed to load: the reason and a retry button. A missing or hidden record gets no retry button.
 */
export function FailedState({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT();
  const id = error instanceof CallError ? requestIdOf(error.data) : null;
  return (
    <div className="state" role="alert">
      <Icon name="warning" size={24} />
      <p className="state-title">{error.message === '' ? t('common.table.failed') : error.message}</p>
      {id !== null && <p className="state-text tabular">{id}</p>}
      {!isGone(error) && (
        <button type="button" className="button" onClick={onRetry}>
          {t('common.retry')}
        </button>
      )}
    </div>
  );
}

const requestIdOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'request_id' in data ? String(data.request_id) : null;

/** A grey bar in place of loading text. Give it the size of that text. */
export function Skeleton({ width = '100%', height = 14 }: { width?: number | string; height?: number }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}

/** Several lines of loading text. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  const t = useT();
  return (
    <div role="status" aria-label={t('common.loading')} style={{ display: 'grid', gap: 12 }}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={`${90 - ((line * 23) % 45)}%`} />
      ))}
    </div>
  );
}
