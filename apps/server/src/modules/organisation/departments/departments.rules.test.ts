import { describe, expect, it } from 'vitest';
import { inTreeOrder, pathTo, withBelow } from '../../../platform/entity/tree.ts';
import { placeMoved, placeNew, type Placed } from './departments.rules.ts';

/** 1 > 2 > 3 > 4 > 5, and beside it 6 > 7. */
const node = (id: number, parent_id: number | null, level: number): Placed => ({ id, parent_id, level });
const tree = [
  node(6, null, 1),
  node(1, null, 1),
  node(3, 2, 3),
  node(2, 1, 2),
  node(4, 3, 4),
  node(5, 4, 5),
  node(7, 6, 2),
];
const at = (id: number): Placed => tree.find((entry) => entry.id === id) ?? node(0, null, 1);

describe('the department tree', () => {
  it('returns descendants and ancestors', () => {
    expect(withBelow(tree, 2)).toEqual([2, 3, 4, 5]);
    expect(withBelow(tree, 5)).toEqual([5]);
    expect(pathTo(tree, 4).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  it('terminates for a cycle', () => {
    const ring = [node(1, 3, 1), node(2, 1, 2), node(3, 2, 3), node(4, 3, 4)];
    expect(withBelow(ring, 2)).toEqual([2, 3, 1, 4]);
    expect(pathTo(ring, 4).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(placeMoved(ring, node(2, 1, 2), node(4, 3, 4))).toEqual({ problem: 'organisation.intoItself' });
  });

  it('lists parents before their children, siblings in their given order', () => {
    expect(inTreeOrder(tree).map(({ id }) => id)).toEqual([6, 7, 1, 2, 3, 4, 5]);
  });

  it('accepts a new department down to the fifth level', () => {
    expect(placeNew(null)).toEqual({ level: 1 });
    expect(placeNew(at(4))).toEqual({ level: 5 });
    expect(placeNew(at(5))).toEqual({ problem: 'organisation.tooDeep' });
  });

  it('moves a department only when its descendants fit too', () => {
    expect(placeMoved(tree, at(7), at(4))).toEqual({ level: 5 });
    expect(placeMoved(tree, at(6), at(3))).toEqual({ level: 4 });
    expect(placeMoved(tree, at(6), at(4))).toEqual({ problem: 'organisation.tooDeep' });
    expect(placeMoved(tree, at(2), null)).toEqual({ level: 1 });
    expect(placeMoved(tree, at(1), at(6))).toEqual({ problem: 'organisation.tooDeep' });
  });

  it('never moves a department below itself', () => {
    expect(placeMoved(tree, at(2), at(2))).toEqual({ problem: 'organisation.intoItself' });
    expect(placeMoved(tree, at(2), at(5))).toEqual({ problem: 'organisation.intoItself' });
  });
});
