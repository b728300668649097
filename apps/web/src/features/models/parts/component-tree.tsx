import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { TreeNode, Viewer } from '@prdm/viewer';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { firstOpen, hiddenKeys, pathTo, rowsOf, type TreeRow } from '../models.logic.ts';
import { useClassName } from './use-class-name.ts';

const ROW = 28;

/** The building as a tree (by storey or by class): click selects in the model, the eye hides, search narrows. */
export function ComponentTree({
  viewer,
  guidsUnder,
  selected,
}: {
  viewer: Viewer;
  guidsUnder: (node: TreeNode) => string[];
  selected: string | null;
}) {
  const t = useT();
  const [order, setOrder] = useState<'storey' | 'class'>('storey');
  const [roots, setRoots] = useState<readonly TreeNode[] | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [word, setWord] = useState('');
  const searched = useDeferredValue(word);

  useEffect(() => {
    let gone = false;
    void viewer.components.tree(order).then((tree) => {
      if (gone) return;
      setRoots(tree);
      setOpen(firstOpen(tree));
    });
    return () => {
      gone = true;
    };
  }, [viewer, order]);

  useEffect(() => {
    if (selected === null || roots === null) return;
    const path = pathTo(roots, selected);
    if (path) setOpen((before) => new Set([...before, ...path]));
  }, [selected, roots]);

  const [visibility, setVisibility] = useState(viewer.tools.hide.state);
  useEffect(() => viewer.tools.hide.on('change', setVisibility), [viewer]);
  const hidden = useMemo(() => hiddenKeys(roots ?? [], visibility), [roots, visibility]);
  const className = useClassName();
  const rows = useMemo(
    () => (roots ? rowsOf(roots, open, searched, className) : []),
    [roots, open, searched, className],
  );
  const toggle = (key: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });

  return (
    <div className="model-dock-body">
      <div className="model-tree-head">
        <input
          className="model-search"
          type="search"
          placeholder={t('viewer.tree.search')}
          aria-label={t('viewer.tree.search')}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
        <select
          className="model-order"
          aria-label={t('viewer.tree.order')}
          value={order}
          onChange={(event) => setOrder(event.target.value as 'storey' | 'class')}
        >
          <option value="storey">{t('viewer.tree.byStorey')}</option>
          <option value="class">{t('viewer.tree.byClass')}</option>
        </select>
      </div>
      {roots === null ? (
        <p className="model-note">{t('common.loading')}</p>
      ) : (
        <Rows viewer={viewer} rows={rows} hidden={hidden} guidsUnder={guidsUnder} selected={selected} toggle={toggle} />
      )}
      {roots !== null && rows.length === 0 && (
        <p className="model-note">{searched === '' ? t('viewer.tree.empty') : t('viewer.tree.noMatch')}</p>
      )}
    </div>
  );
}

function Rows(props: {
  viewer: Viewer;
  rows: readonly TreeRow[];
  /** Keys of the lines out of sight. */
  hidden: ReadonlySet<string>;
  guidsUnder: (node: TreeNode) => string[];
  selected: string | null;
  toggle: (key: string) => void;
}) {
  const { viewer, rows, hidden, selected } = props;
  const t = useT();
  const className = useClassName();
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const at = selected === null ? -1 : rows.findIndex(({ node }) => node.guid === selected);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);

  const select = (node: TreeNode) =>
    void viewer.tools.select.select(
      node.guid === null || node.children.length > 0 ? props.guidsUnder(node) : [node.guid],
    );
  const turn = (node: TreeNode) => {
    const guids = props.guidsUnder(node);
    void (hidden.has(node.key) ? viewer.components.show(guids) : viewer.components.hide(guids));
  };

  return (
    <div ref={scroll} className="model-tree" role="tree" aria-label={t('viewer.tree.title')} tabIndex={0}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index] as TreeRow;
          const { node } = row;
          const name = node.name === '' ? className(node.ifcClass) : node.name;
          const isHidden = hidden.has(node.key);
          return (
            <div
              key={node.key}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-expanded={row.expandable ? row.open : undefined}
              aria-selected={item.index === at}
              className="model-tree-row"
              data-hidden={isHidden}
              style={{ transform: `translateY(${item.start}px)`, paddingLeft: 4 + row.depth * 14 }}
            >
              <button
                type="button"
                className="model-tree-arrow"
                tabIndex={-1}
                aria-label={row.open ? t('viewer.tree.close') : t('viewer.tree.open')}
                hidden={!row.expandable}
                onClick={() => props.toggle(node.key)}
              >
                <Icon name={row.open ? 'down' : 'right'} size={12} />
              </button>
              <button
                type="button"
                className="model-tree-name"
                title={`${name} · ${className(node.ifcClass)} (${node.ifcClass})`}
                onClick={() => select(node)}
                onDoubleClick={() => void viewer.fit(props.guidsUnder(node))}
              >
                {name}
              </button>
              {row.expandable && node.count > 0 && <span className="model-tree-count tabular">{node.count}</span>}
              <button
                type="button"
                className="model-tree-eye"
                tabIndex={-1}
                aria-label={t('viewer.tree.eye', { name })}
                onClick={() => turn(node)}
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
