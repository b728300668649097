/** An entry of a tree: a department. */
export interface TreeNode {
  readonly id: number;
  readonly parent_id: number | null;
}

/** The ids of an entry and its descendants, each once. Terminates even for a cycle, which the rules forbid. */
export function withBelow(tree: readonly TreeNode[], id: number): number[] {
  const found = new Set([id]);
  for (const at of found) for (const node of tree) if (node.parent_id === at) found.add(node.id);
  return [...found];
}

/** The entry and its ancestors, from the top down. */
export function pathTo<T extends TreeNode>(tree: readonly T[], id: number): T[] {
  const byId = new Map(tree.map((node) => [node.id, node]));
  const path = new Set<T>();
  for (let at = byId.get(id); at && !path.has(at); at = byId.get(at.parent_id ?? 0)) path.add(at);
  return [...path].toReversed();
}

/** The nodes that pass the test, and all their ancestors. */
export function withAbove<T extends TreeNode>(tree: readonly T[], test: (id: number) => boolean): T[] {
  const kept = new Set(tree.filter(({ id }) => test(id)).flatMap(({ id }) => pathTo(tree, id)));
  return tree.filter((node) => kept.has(node));
}

/** Parents before their children, siblings in their given order. */
export function inTreeOrder<T extends TreeNode>(tree: readonly T[]): T[] {
  const children = Map.groupBy(tree, (node) => node.parent_id);
  const below = (parent: number | null): T[] =>
    (children.get(parent) ?? []).flatMap((node) => [node, ...below(node.id)]);
  return below(null);
}
