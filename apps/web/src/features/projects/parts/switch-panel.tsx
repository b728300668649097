import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { recentProjects } from '../../../lib/recents.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { LIST_PATH } from '../addresses.ts';
import { useNonProjects } from '../non-projects/non-projects.queries.ts';
import { useProjects } from '../projects.queries.ts';
import { switchGroups, type SwitchRow } from '../switcher.logic.ts';
import type { WhereIn } from './project-switcher.tsx';
import '../../../ui/controls/search-field.css';

const TYPING_PAUSE_MS = 150;
const FOUND_SHOWN = 20;
const ALL = 'all';

const isPlain = (event: MouseEvent | KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

/** Search field and list of the switcher. Arrows move, Enter opens, Ctrl+Enter opens a new tab. */
export function SwitchPanel(props: { currentId: number; whereIn: WhereIn; onDone: () => void }) {
  const { currentId, whereIn, onDone } = props;
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const [recent] = useState(recentProjects);
  const { typed, word, field } = useTyped();
  const query = useProjects({ page: 1, size: FOUND_SHOWN, state: 'ongoing', ...(word === '' ? {} : { word }) });
  const others = useNonProjects({ page: 1, size: FOUND_SHOWN, state: 'open', ...(word === '' ? {} : { word }) });
  const groups = switchGroups({
    word: typed,
    recent,
    answer: query.data?.list,
    nonProjects: others.data?.list,
    currentId,
  });
  const rows = groups.flatMap((group) => group.rows);
  const keys = [...rows.map((row) => String(row.id)), ALL];
  /** The row that an arrow or the pointer chose. Null: the first row is active. */
  const [chosen, setChosen] = useState<string | null>(null);
  const active = chosen !== null && keys.includes(chosen) ? chosen : (keys[0] ?? ALL);
  // The list still shows the answer of an older word.
  const isBehind = typed !== word || query.isPlaceholderData || (word !== '' && query.isPending);
  const [isWaiting, setWaiting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const addressOf = (key: string): string => (key === ALL ? LIST_PATH : whereIn(Number(key)));
  const open = (key: string, inNewTab: boolean) => {
    if (inNewTab) {
      window.open(addressOf(key), '_blank', 'noopener');
      return;
    }
    onDone();
    void navigate(addressOf(key));
  };
  // Enter before the answer opens the first project of the answer, never one of an older word.
  const openFirst = useEffectEvent(() => {
    setWaiting(false);
    if (rows[0] !== undefined) open(String(rows[0].id), false);
  });
  const isDue = isWaiting && !isBehind;
  useEffect(() => {
    if (isDue) openFirst();
  }, [isDue]);

  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setWaiting(false);
      setChosen(keys.at((keys.indexOf(active) + step) % keys.length) ?? null);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const isFirstGuess = chosen === null && groups[0]?.key !== 'recent';
    if (isBehind && isFirstGuess) setWaiting(isPlain(event));
    else open(active, event.ctrlKey || event.metaKey);
  };
  const optionOf = (key: string) => ({
    id: `${id}${key}`,
    role: 'option',
    'aria-selected': key === active,
    className: 'switch-row',
    tabIndex: -1,
    to: addressOf(key),
    onPointerMove: () => setChosen(key),
    onClick: (event: MouseEvent) => {
      if (isPlain(event)) onDone();
    },
  });
  return (
    <div className="switch-panel" onKeyDown={onKey}>
      <span className="search-field switch-field">
        <Icon name="search" />
        <input
          {...field(() => {
            setChosen(null);
            setWaiting(false);
          })}
          type="search"
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}list`}
          aria-activedescendant={`${id}${active}`}
          aria-label={t('projects.list.search')}
          placeholder={t('projects.list.search')}
        />
      </span>
      {query.error !== null && (
        <p className="switch-note" role="alert">
          <span>{query.error.message}</span>
          <button type="button" className="link-button" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </button>
        </p>
      )}
      {rows.length === 0 && !isBehind && query.data !== undefined && (
        <p className="switch-note" role="status">
          {t(word === '' ? 'projects.switch.noOther' : 'projects.switch.none')}
        </p>
      )}
      <div
        ref={list}
        id={`${id}list`}
        className="switch-list"
        role="listbox"
        aria-label={t('projects.switch.title')}
        aria-busy={isBehind}
      >
        {groups.map((group) => (
          <div key={group.key} role="group" aria-label={t(`projects.switch.${group.key}`)}>
            <p className="switch-group" aria-hidden="true">
              {t(`projects.switch.${group.key}`)}
            </p>
            {group.rows.map((row) => (
              <Link key={row.id} {...optionOf(String(row.id))}>
                <RowText row={row} isCurrent={row.id === currentId} />
              </Link>
            ))}
          </div>
        ))}
        <Link {...optionOf(ALL)} data-last>
          {t('projects.detail.toList')}
        </Link>
      </div>
    </div>
  );
}

const RowText = ({ row, isCurrent }: { row: SwitchRow; isCurrent: boolean }) => (
  <>
    <span className="ellipsis" title={row.name}>
      {row.name}
    </span>
    {isCurrent && <Icon name="check" size={14} />}
    <span className="switch-number tabular">{row.number}</span>
  </>
);

/** The text of the field at once, and the word to search after a short pause. An unfinished input method changes neither. */
function useTyped() {
  const [text, setText] = useState('');
  const [word, setWord] = useState('');
  const [isComposing, setComposing] = useState(false);
  const [settled, setSettled] = useState('');
  const typed = isComposing ? settled : text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const field = (onChange: () => void) => ({
    value: text,
    autoFocus: true,
    onChange: (event: { target: HTMLInputElement }) => {
      setText(event.target.value);
      onChange();
    },
    onCompositionStart: () => {
      setSettled(text.trim());
      setComposing(true);
    },
    onCompositionEnd: () => setComposing(false),
  });
  return { typed, word, field };
}
