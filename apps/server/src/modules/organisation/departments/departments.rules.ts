import { LIMITS } from '@prdm/contract/limits';
import { withBelow, type TreeNode } from '../../../platform/entity/tree.ts';

/** A department as the rules of the tree need it. */
export type Placed = TreeNode & { readonly level: number };

export type Placing = { level: number } | { problem: 'organisation.tooDeep' | 'organisation.intoItself' };

/** The level of a new department under `parent`, or the reason of a refusal (specification section 5: at most five levels). */
export function placeNew(parent: Placed | null): Placing {
  const level = (parent?.level ?? 0) + 1;
  return level > LIMITS.departmentLevels ? { problem: 'organisation.tooDeep' } : { level };
}

/** The same for a department that is moved with its descendants. */
export function placeMoved(tree: readonly Placed[], moved: Placed, parent: Placed | null): Placing {
  const subtree = withBelow(tree, moved.id);
  if (parent && subtree.includes(parent.id)) return { problem: 'organisation.intoItself' };
  const level = (parent?.level ?? 0) + 1;
  const deepest = Math.max(...tree.filter((node) => subtree.includes(node.id)).map((node) => node.level));
  const shift = level - moved.level;
  return deepest + shift > LIMITS.departmentLevels ? { problem: 'organisation.tooDeep' } : { level };
}
