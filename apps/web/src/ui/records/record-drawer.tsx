import { useCallback, useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useAppState } from '../../lib/app-state.ts';
import { useT } from '../../lib/i18n.ts';
import { isTyping, isUnderDialog } from '../../lib/keys.ts';
import { Icon } from '../look/icon.tsx';
import './record-drawer.css';

/** What the step that opened a record keeps: the address of the list as it was. */
interface Opened {
  readonly listed: string;
}

const listedIn = (state: unknown): string | null => (state as Opened | null)?.listed ?? null;

/** The record whose id stands in the address (`?task=17`): opening and closing are steps of the history, so back closes. */
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
        // Walking from record to record is one step: back leads to the list, not through all of them.
        { replace: isOpen, state: isOpen ? (state as unknown) : ({ listed: list } satisfies Opened) },
      ),
    [setQuery, name, isOpen, state, list],
  );
  const close = useCallback(() => {
    // The list is the step before: put in the record's place it stood there twice, and back seemed dead. With other filters it is another.
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
 * A record at the right edge, over its list. With `ids` (those of the list behind) arrow keys up and down walk it; `href` is the
 * record's full page.
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
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isUnderDialog()) return;
    // Nothing is typed into a box that is ticked.
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
  // Over the page alone and without taking the focus: list, top bar and side menu stay in reach, and rows are walked on by keyboard.
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
