import { Dropdown, type MenuProps } from 'antd';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useActions, type Action } from '../../../lib/keys/actions.ts';
import { isOverlaid, isTyping } from '../../../lib/keys.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import type { HandledEntry } from '../files.queries.ts';
import { rowKeyOf } from './row-key.ts';
import type { EntryAction } from './use-entry-actions.tsx';
import { STILL } from '../../../ui/still.ts';

interface MenuOf {
  readonly actions: readonly EntryAction[];
  /** Returns the entry of a list row by the key of the row. */
  readonly entryOf: (key: string) => HandledEntry | undefined;
  readonly onOpen: (entry: HandledEntry) => void;
  readonly children: ReactNode;
}

const KEYS: readonly Action[] = [
  { key: 'F2', label: 'palette.keys.rename' },
  { key: 'Delete', label: 'palette.keys.delete' },
  { key: 'Shift+F10', label: 'palette.keys.menu' },
];

const ROW = '[data-row-key]';
/** F2 and Del act only on rows inside this element. */
const LIST = '.page-table';

/** Entries outside the list that the surrounding menu can open, by key. */
const Known = createContext<Map<string, HandledEntry> | null>(null);

/**
 * Registers `entry`, which has no row in the list, with the surrounding menu. Returns the key for its `data-row-key`,
 * or undefined without a menu.
 */
export function useMenuEntry(entry: HandledEntry | null): string | undefined {
  const known = useContext(Known);
  const key = known === null || entry === null ? undefined : rowKeyOf(entry);
  useEffect(() => {
    if (known === null || entry === null || key === undefined) return undefined;
    known.set(key, entry);
    return () => {
      // A new element of the same folder may already be registered.
      if (known.get(key) === entry) known.delete(key);
    };
  }, [known, key, entry]);
  return key;
}

/**
 * The menu of a list row or of a folder in the tree. It opens by right click, by the "more" button or by Shift+F10. In
 * the list F2 and Del also work without it. All rows share one menu, because one per row would make the list slow.
 */
export function EntryMenu({ actions, entryOf, onOpen, children }: MenuOf) {
  const t = useT();
  const [meant, setMeant] = useState<{ entry: HandledEntry; isListed: boolean } | null>(null);
  const [known] = useState(() => new Map<string, HandledEntry>());
  const area = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const entryAt = (element: Element | null): HandledEntry | undefined => {
    const key = element?.closest<HTMLElement>(ROW)?.dataset.rowKey ?? '';
    return entryOf(key) ?? known.get(key);
  };
  useActions(KEYS, 'files');
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event) || isOverlaid() || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = area.current?.querySelector('.row-at') ?? null;
    const entry = entryAt(row);
    const key = event.key === 'F2' ? 'rename' : event.key === 'Delete' ? 'del' : null;
    const action = actions.find((one) => one.key === key);
    if (action && entry && action.possible?.(entry) !== false) {
      void action.run([entry]);
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const place = placeOfKeyboard(area.current, row);
      if (place === null || !entryAt(place)) return;
      openMenuOf(place);
    } else {
      return;
    }
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  /** Outside a row the menu of the browser opens. */
  const choose = (event: MouseEvent) => {
    const place = event.target as Element;
    const entry = entryAt(place);
    if (entry) setMeant({ entry, isListed: place.closest(LIST) !== null });
    else event.stopPropagation();
  };
  /** The focus returns to its former element. A dialog opened from the menu returns it there, too. */
  const remember = (isOpen: boolean) => {
    if (isOpen) opener.current = document.activeElement;
    else if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <Known value={known}>
      <Dropdown
        trigger={['contextMenu']}
        {...STILL}
        autoFocus
        destroyOnHidden
        onOpenChange={remember}
        menu={meant ? menuOf(t, meant, actions, onOpen) : { items: [] }}
      >
        <div ref={area} className="entry-menu-area" onContextMenuCapture={choose}>
          {children}
        </div>
      </Dropdown>
    </Known>
  );
}

/**
 * Element at which the menu opens by keyboard: the folder of the tree that the keyboard reached. A clicked folder keeps
 * the focus while the keyboard moves through the list, so it does not count.
 */
function placeOfKeyboard(area: Element | null, row: Element | null): Element | null {
  const focused = document.activeElement;
  const isBeside = focused !== null && area?.contains(focused) === true && focused.closest(LIST) === null;
  const beside = isBeside ? focused.closest(ROW) : null;
  return beside !== null && (row === null || focused?.matches(':focus-visible') === true) ? beside : row;
}

/** Opens the menu of a row below the given element in it. */
function openMenuOf(element: Element): void {
  const { left, bottom, height } = element.getBoundingClientRect();
  element.dispatchEvent(
    new window.MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left + 24,
      clientY: bottom - height / 4,
    }),
  );
}

function menuOf(
  t: ReturnType<typeof useT>,
  { entry, isListed }: { entry: HandledEntry; isListed: boolean },
  actions: readonly EntryAction[],
  onOpen: (entry: HandledEntry) => void,
): MenuProps {
  const possible = actions.filter((action) => action.possible?.(entry) !== false);
  return {
    className: 'entry-menu',
    items: [
      { key: 'open', label: t('common.table.open'), icon: <Icon name="external" /> },
      ...possible.map((action) => ({
        key: action.key,
        label: action.label,
        icon: action.icon && <Icon name={action.icon} />,
        danger: action.danger,
        extra: isListed ? action.keys : undefined,
      })),
    ],
    onClick: ({ key }) => {
      if (key === 'open') onOpen(entry);
      else void possible.find((action) => action.key === key)?.run([entry]);
    },
  };
}

/** Opens the menu by a normal click, for users who do not use the right button. */
export function MoreButton({ name, rowKey }: { name: string; rowKey: string }) {
  const t = useT();
  return (
    <button
      type="button"
      className="icon-button row-action"
      // In narrow windows cards replace the rows and carry no row key.
      data-row-key={rowKey}
      aria-haspopup="menu"
      aria-label={t('common.moreOf', { name })}
      title={t('common.more')}
      onClick={(event) => {
        // The menu would treat this click as a click outside and close.
        event.stopPropagation();
        openMenuOf(event.currentTarget);
      }}
    >
      <Icon name="more" />
    </button>
  );
}
