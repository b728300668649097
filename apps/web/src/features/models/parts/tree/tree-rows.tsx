import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { TreeNode, Viewer } from '@prdm/viewer';
import { number } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { splitName, type TreeRow } from '../../models.logic.ts';
import { placesOf, treeMove } from '../../models.tree-keys.ts';
import { useClassName } from './use-class-name.ts';

const ROW = 28;
/** Pixels from the left end of a line to a menu opened by keyboard. */
const MENU_INDENT = 24;

interface RowsProps {
  viewer: Viewer;
  rows: readonly TreeRow[];
  /** Keys of the lines with hidden components. */
  hidden: ReadonlySet<string>;
  guidsUnder: (node: TreeNode) => string[];
  selected: string | null;
  toggle: (key: string) => void;
  /** Opens the menu of the selection at a position of the window. */
  onMenu: (place: { x: number; y: number }) => void;
}

/**
 * The lines of the tree. Only visible lines are in the page. The tree is one tab stop, and the arrow keys move between
 * lines.
 */
export function TreeRows({ viewer, rows, hidden, guidsUnder, selected, toggle, onMenu }: RowsProps) {
  const t = useT();
  const className = useClassName();
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const at = selected === null ? -1 : rows.findIndex(({ node }) => node.guid === selected);
  const [active, setActive] = useState<string | null>(null);
  const found = rows.findIndex(({ node }) => node.key === active);
  const held = found >= 0 ? found : Math.max(at, 0);
  const places = useMemo(() => placesOf(rows), [rows]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 12,
    // The focused line is referenced by its id, so it must stay in the page when the mouse scrolls it away.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), held])].toSorted((a, b) => a - b),
  });
  const key = at < 0 ? null : (rows[at]?.node.key ?? null);
  useEffect(() => {
    if (at < 0) return;
    setActive(key);
    virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, key, virtual]);

  const guidsOf = (node: TreeNode): string[] =>
    node.guid === null || node.children.length > 0 ? guidsUnder(node) : [node.guid];
  const select = (node: TreeNode) => void viewer.tools.select.select(guidsOf(node));
  const turnSight = (node: TreeNode) => {
    const guids = guidsUnder(node);
    void (hidden.has(node.key) ? viewer.components.show(guids) : viewer.components.hide(guids));
  };

  /** The menu acts on the selection, so a line outside the selection is selected first. */
  const menuOf = (node: TreeNode, place: { x: number; y: number }) => {
    const chosen = new Set(viewer.tools.select.guids);
    const guids = guidsOf(node);
    if (guids.length > 0 && !guids.every((guid) => chosen.has(guid))) void viewer.tools.select.select(guids);
    onMenu(place);
  };
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="treeitem"]') : null;
    const row = rows[Number(line?.dataset.index ?? -1)];
    if (row === undefined) return;
    setActive(row.node.key);
    menuOf(row.node, { x: event.clientX, y: event.clientY });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault();
      const row = rows[held];
      const box = scroll.current?.querySelector('[data-active="true"]')?.getBoundingClientRect();
      if (row && box) menuOf(row.node, { x: box.left + MENU_INDENT, y: box.bottom });
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const move = treeMove(rows, held, event.key);
    if (move === null) return;
    event.preventDefault();
    const row = rows['to' in move ? move.to : held];
    if (row === undefined) return;
    setActive(row.node.key);
    if ('to' in move) virtual.scrollToIndex(move.to, { align: 'auto' });
    else if ('turn' in move) toggle(row.node.key);
    else if ('select' in move) select(row.node);
    else turnSight(row.node);
  };
  /** A click acts on a line and keeps the focus on the tree: the buttons in a line are no tab stops. */
  const onMouseDown = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('[role="treeitem"]') === null) return;
    event.preventDefault();
    scroll.current?.focus({ preventScroll: true });
  };

  return (
    <div
      ref={scroll}
      className="model-tree"
      role="tree"
      aria-label={t('viewer.tree.title')}
      aria-activedescendant={rows.length === 0 ? undefined : `${id}${rows[held]?.node.key}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      onContextMenu={onContextMenu}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index] as TreeRow;
          const { node } = row;
          const name = node.name === '' ? className(node.ifcClass) : node.name;
          const [head, tail] = splitName(name);
          const isHidden = hidden.has(node.key);
          return (
            <div
              key={node.key}
              id={`${id}${node.key}`}
              data-index={item.index}
              role="treeitem"
              aria-label={name}
              aria-level={row.depth + 1}
              aria-setsize={places[item.index]?.of}
              aria-posinset={places[item.index]?.place}
              aria-expanded={row.expandable ? row.open : undefined}
              aria-selected={item.index === at}
              className="model-tree-row"
              data-active={item.index === held}
              data-hidden={isHidden}
              style={{ transform: `translateY(${item.start}px)`, paddingLeft: 4 + row.depth * 14 }}
              onClick={() => setActive(node.key)}
            >
              <button
                type="button"
                className="model-tree-arrow"
                tabIndex={-1}
                aria-label={row.open ? t('viewer.tree.close') : t('viewer.tree.open')}
                hidden={!row.expandable}
                disabled={row.fixed}
                onClick={() => toggle(node.key)}
              >
                <Icon name={row.open ? 'down' : 'right'} size={12} />
              </button>
              <span
                className="model-tree-name"
                title={`${name} · ${className(node.ifcClass)} (${node.ifcClass})`}
                onClick={() => select(node)}
                onDoubleClick={() => void viewer.fit(guidsUnder(node))}
              >
                <span>{head}</span>
                {tail !== '' && <span className="model-tree-tail">{tail}</span>}
              </span>
              {row.expandable && node.count > 0 && (
                <span className="model-tree-count tabular">{number(node.count)}</span>
              )}
              <button
                type="button"
                className="model-tree-eye"
                tabIndex={-1}
                aria-label={t('viewer.tree.eye', { name })}
                onClick={() => turnSight(node)}
              >
                <Icon name={isHidden ? 'eyeOff' : 'eye'} size={14} />
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
