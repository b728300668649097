import { Dropdown, type MenuProps } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { isOverlaid, isTyping } from '../../../lib/keys.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { FileEntry } from '../files.queries.ts';
import type { EntryAction } from './use-entry-actions.tsx';
import { STILL } from '../../../ui/still.ts';

interface MenuOf {
  readonly actions: readonly EntryAction[];
  /** The entry a row of the list shows, by the row's key. */
  readonly entryOf: (key: string) => FileEntry | undefined;
  readonly onOpen: (entry: FileEntry) => void;
  readonly children: ReactNode;
}

const ROW = '[data-row-key]';

/**
 * The menu of a row: by right click, by its "more" button, or by Shift+F10 on the row the keyboard stands on. F2 and Del act without it.
 * One menu for the whole list: a menu in each of its rows would make it slow.
 */
export function EntryMenu({ actions, entryOf, onOpen, children }: MenuOf) {
  const t = useT();
  const [entry, setEntry] = useState<FileEntry | null>(null);
  const area = useRef<HTMLDivElement>(null);
  const entryAt = (element: Element | null): FileEntry | undefined =>
    entryOf(element?.closest<HTMLElement>(ROW)?.dataset.rowKey ?? '');
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const row = area.current?.querySelector('.row-at') ?? null;
    const meant = entryAt(row);
    if (!row || !meant || isTyping(event) || isOverlaid() || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key === 'F2' ? 'rename' : event.key === 'Delete' ? 'del' : null;
    const action = actions.find((one) => one.key === key);
    if (action && action.possible?.(meant) !== false) void action.run([meant]);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenuOf(row);
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  /** Elsewhere than on a row the browser's own menu opens. */
  const choose = (event: MouseEvent) => {
    const meant = entryAt(event.target as Element);
    if (meant) setEntry(meant);
    else event.stopPropagation();
  };
  return (
    <Dropdown
      trigger={['contextMenu']}
      {...STILL}
      autoFocus
      destroyOnHidden
      menu={entry ? menuOf(t, entry, actions, onOpen) : { items: [] }}
    >
      <div ref={area} className="entry-menu-area" onContextMenuCapture={choose}>
        {children}
      </div>
    </Dropdown>
  );
}

/** Opens a row's menu below the given part of it. */
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
  entry: FileEntry,
  actions: readonly EntryAction[],
  onOpen: (entry: FileEntry) => void,
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
        extra: action.keys,
      })),
    ],
    onClick: ({ key }) => {
      if (key === 'open') onOpen(entry);
      else void possible.find((action) => action.key === key)?.run([entry]);
    },
  };
}

/** The menu by mouse, for who does not think of the right button. */
export function MoreButton({ entry, rowKey }: { entry: FileEntry; rowKey: string }) {
  const t = useT();
  return (
    <button
      type="button"
      className="icon-button row-action"
      // Cards, which take the rows' place in narrow windows, do not say whose they are.
      data-row-key={rowKey}
      aria-haspopup="menu"
      aria-label={t('files.moreOf', { name: entry.name })}
      title={t('common.more')}
      onClick={(event) => {
        // The menu would take this very click for one beside it.
        event.stopPropagation();
        openMenuOf(event.currentTarget);
      }}
    >
      <Icon name="more" />
    </button>
  );
}
