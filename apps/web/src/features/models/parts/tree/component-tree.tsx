import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { TreeNode, Viewer } from '@prdm/viewer';
import { useT } from '../../../../lib/i18n.ts';
import { firstOpen, hiddenKeys, pathTo, rowsOf, withNames } from '../../models.logic.ts';
import { TreeRows } from './tree-rows.tsx';
import { useClassName } from './use-class-name.ts';
import { useFollowed } from '../use-followed.ts';

/** The building as a tree, by storey or by class. A click selects in the model, the eye hides, the search filters. */
export function ComponentTree({
  viewer,
  guidsUnder,
  selected,
  names,
  onMenu,
}: {
  viewer: Viewer;
  guidsUnder: (node: TreeNode) => string[];
  selected: string | null;
  /** Names by GUID for nodes whose own name is not unique. */
  names: ReadonlyMap<string, string>;
  onMenu: (place: { x: number; y: number }) => void;
}) {
  const t = useT();
  const [order, setOrder] = useState<'storey' | 'class'>('storey');
  const [roots, setRoots] = useState<readonly TreeNode[] | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [word, setWord] = useState('');
  const searched = useDeferredValue(word);

  useEffect(() => {
    let gone = false;
    void viewer.components.tree(order).then((tree) => {
      if (gone) return;
      const named = withNames(tree, names);
      setRoots(named);
      setOpen(firstOpen(named));
    });
    return () => {
      gone = true;
    };
  }, [viewer, order, attempt, names]);
  // A request during a lost graphics context finds no model, so the tree is empty.
  const isEmpty = roots?.length === 0;
  useEffect(
    () => (isEmpty ? viewer.on('contextRestored', () => setAttempt((times) => times + 1)) : undefined),
    [viewer, isEmpty],
  );

  useEffect(() => {
    if (selected === null || roots === null) return;
    const path = pathTo(roots, selected);
    if (path) setOpen((before) => new Set([...before, ...path]));
  }, [selected, roots]);

  const { hide } = viewer.tools;
  const visibility = useFollowed(hide, 'change', () => hide.state);
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
        <TreeRows
          viewer={viewer}
          rows={rows}
          hidden={hidden}
          guidsUnder={guidsUnder}
          selected={selected}
          toggle={toggle}
          onMenu={onMenu}
        />
      )}
      {roots !== null && rows.length === 0 && (
        <p className="model-note">{searched === '' ? t('viewer.tree.empty') : t('viewer.tree.noMatch')}</p>
      )}
    </div>
  );
}
