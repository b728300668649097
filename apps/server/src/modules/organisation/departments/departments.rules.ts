import { LIMITS } from '@prdm/contract/limits';

/** The columns of a department that the rules of the tree need. */
export interface TreeNode {
  readonly id: number;
  readonly parent_id: number | null;
  readonly level: number;
}

/** The ids of a department and its descendants, each once. Terminates even for a cycle, which the rules forbid. */
export function withBelow(tree: readonly TreeNode[], id: number): number[] {
  const found = new Set([id]);
  for (const at of found) for (const node of tree) if (node.parent_id === at) found.add(node.id);
  return [...found];
}

/** The department and its ancestors, from the top down. */
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

export type Placing = { level: number } | { problem: 'organisation.tooDeep' | 'organisation.intoItself' };

/** The level of a new department under `parent`, or the reason of a refusal (specification section 5: at most five levels). */
export function placeNew(parent: TreeNode | null): Placing {
  const level = (parent?.level ?? 0) + 1;
  return level > LIMITS.departmentLevels ? { problem: 'organisation.tooDeep' } : { level };
}

/** The same for a department that is moved with its descendants. */
export function placeMoved(tree: readonly TreeNode[], moved: TreeNode, parent: TreeNode | null): Placing {
  const subtree = withBelow(tree, moved.id);
  if (parent && subtree.includes(parent.id)) return { problem: 'organisation.intoItself' };
  const level = (parent?.level ?? 0) + 1;
  const deepest = Math.max(...tree.filter((node) => subtree.includes(node.id)).map((node) => node.level));
  const shift = level - moved.level;
  return deepest + shift > LIMITS.departmentLevels ? { problem: 'organisation.tooDeep' } : { level };
}
