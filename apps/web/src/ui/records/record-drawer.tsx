import { useCallback, useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useAppState } from '../../lib/app-state.ts';
import { useT } from '../../lib/i18n.ts';
import { useActions } from '../../lib/keys/actions.ts';
import { isTyping, isUnderDialog } from '../../lib/keys.ts';
import { Icon } from '../look/icon.tsx';
import './record-drawer.css';

/** History state of the entry that opened a record: the query string of the list at that time. */
interface Opened {
  readonly listed: string;
}

const listedIn = (state: unknown): string | null => (state as Opened | null)?.listed ?? null;

/**
 * The open record, read from the address (`?task=17`). Opening adds a history entry, so back closes the record.
 * `id` is null while no record is open.
 */
export function useRecordParam(name: string): { id: number | null; open: (id: number) => void; close: () => void } {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const value = Number(query.get(name));
  const id = Number.isSafeInteger(value) && value > 0 ? value : null;
  const isOpen = id !== null;
  const list = without(query, name);
  const open = useCallback(
    (next: number) =>
      setQuery(
        (before) => {
          const changed = new URLSearchParams(before);
          changed.set(name, String(next));
          return changed;
        },
        // Moving to the next record replaces the entry. Back then leads to the list, not through all records.
        { replace: isOpen, state: isOpen ? (state as unknown) : ({ listed: list } satisfies Opened) },
      ),
    [setQuery, name, isOpen, state, list],
  );
  const close = useCallback(() => {
    // The previous entry is the same list, so go back to it. A replaced entry would put the list into the history
    // twice. With changed filters it is a different list: then the entry is replaced.
    if (listedIn(state) === list) void navigate(-1);
    else setQuery((before) => new URLSearchParams(without(before, name)), { replace: true });
  }, [setQuery, navigate, name, state, list]);
  return { id, open, close };
}

function without(query: URLSearchParams, name: string): string {
  const rest = new URLSearchParams(query);
  rest.delete(name);
  return rest.toString();
}

/**
 * A record at the right edge, over its list. `ids` are the ids of that list:
 * arrow up and down move between them. `href` is the record's full page.
 */
export function RecordDrawer(props: {
  title: ReactNode;
  label: string;
  onClose: () => void;
  id: number;
  ids?: readonly number[];
  onWalk?: (id: number) => void;
  href?: string;
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}) {
  const t = useT();
  const { device } = useAppState();
  const at = props.ids?.indexOf(props.id) ?? -1;
  const before = at > 0 ? props.ids?.[at - 1] : undefined;
  const after = at >= 0 ? props.ids?.[at + 1] : undefined;
  useActions(
    [
      { key: 'ArrowUp', label: 'palette.keys.previous', isHidden: props.ids === undefined },
      { key: 'ArrowDown', label: 'palette.keys.next', isHidden: props.ids === undefined },
      { key: 'Escape', label: 'palette.keys.close' },
    ],
    'record',
  );
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isUnderDialog()) return;
    // Escape also closes the drawer from a checkbox or a radio button. Neither takes text.
    if (isTyping(event) && !(event.key === 'Escape' && isTicked(event.target))) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = event.key === 'ArrowUp' ? before : event.key === 'ArrowDown' ? after : undefined;
    if (event.key === 'Escape') props.onClose();
    else if (to === undefined) return;
    else props.onWalk?.(to);
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  const step = (to: number | undefined, label: string, icon: 'up' | 'down') => (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={to === undefined}
      onClick={() => to !== undefined && props.onWalk?.(to)}
    >
      <Icon name={icon} />
    </button>
  );
  // The drawer covers only the page and does not take the focus. List, top
  // bar and side menu stay usable. The keyboard still moves between rows.
  const page = document.querySelector('#page') ?? document.body;
  return createPortal(
    <section className="record-drawer" role="dialog" aria-label={props.label} data-wide={device === 'mobile'}>
      <header className="record-head">
        <div className="record-title">{props.title}</div>
        <div className="record-tools">
          {props.actions}
          {props.ids && (
            <>
              {step(before, t('common.previous'), 'up')}
              {step(after, t('common.next'), 'down')}
            </>
          )}
          {props.href && (
            <Link className="icon-button" to={props.href} aria-label={t('common.expand')} title={t('common.expand')}>
              <Icon name="expand" />
            </Link>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={t('common.close')}
            title="Esc"
            onClick={props.onClose}
          >
            <Icon name="close" />
          </button>
        </div>
      </header>
      <div className="record-body" tabIndex={0} role="group" aria-label={props.label}>
        {props.children}
      </div>
      {props.footer && <footer className="record-foot">{props.footer}</footer>}
    </section>,
    page,
  );
}

const isTicked = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio');
