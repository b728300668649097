import type { TreeNode } from '@prdm/viewer';
import { describe, expect, it } from 'vitest';
import { rowsOf, splitName } from './models.logic.ts';
import { placesOf, treeMove } from './models.tree-keys.ts';

const node = (kind: TreeNode['kind'], name: string, children: TreeNode[] = []): TreeNode => ({
  key: name,
  kind,
  name,
  ifcClass: kind === 'component' ? 'IFCWALL' : 'IFCBUILDINGSTOREY',
  modelId: 'm',
  localId: 1,
  guid: name,
  count: 1,
  children,
});
const TREE = [
  node('project', '项目', [
    node('storey', '一层', [node('component', '外墙'), node('component', '内墙')]),
    node('storey', '二层', [node('component', '楼板')]),
  ]),
];
const rowsWith = (open: string[], word = '') => rowsOf(TREE, new Set(open), word, (ifcClass) => ifcClass);
/** 项目 0, 一层 1, 外墙 2, 内墙 3, 二层 4 (closed). */
const ROWS = rowsWith(['项目', '一层']);

describe('the tree by keyboard', () => {
  it.each([
    ['ArrowDown', 2, { to: 3 }],
    ['ArrowDown', 4, { to: 4 }],
    ['ArrowUp', 0, { to: 0 }],
    ['ArrowUp', 4, { to: 3 }],
    ['Home', 3, { to: 0 }],
    ['End', 0, { to: 4 }],
    ['PageDown', 0, { to: 4 }],
    // An open branch closes. From a closed branch or a leaf the focus moves to the parent.
    ['ArrowLeft', 1, { turn: 1 }],
    ['ArrowLeft', 3, { to: 1 }],
    ['ArrowLeft', 4, { to: 0 }],
    // A closed branch opens. From an open one the focus moves to its first line. A leaf stays.
    ['ArrowRight', 4, { turn: 4 }],
    ['ArrowRight', 1, { to: 2 }],
    ['ArrowRight', 3, { to: 3 }],
    ['Enter', 3, { select: 3 }],
    [' ', 1, { eye: 1 }],
    ['x', 1, null],
    ['ArrowDown', 99, null],
  ])('%s on line %i', (key, at, move) => {
    expect(treeMove(ROWS, at, key)).toEqual(move);
  });

  it('does not close a branch that a search keeps open', () => {
    const found = rowsWith([], '内墙');
    expect(found.map((row) => row.node.name)).toEqual(['项目', '一层', '内墙']);
    expect(treeMove(found, 1, 'ArrowLeft')).toEqual({ to: 0 });
    expect(treeMove(found, 1, 'ArrowRight')).toEqual({ to: 2 });
  });

  it('opens a hit itself, and without a search the branch stays closed', () => {
    expect(rowsWith([], '二层').map((row) => [row.node.name, row.open])).toEqual([
      ['项目', true],
      ['二层', false],
    ]);
    expect(rowsWith(['二层'], '二层').map((row) => row.node.name)).toEqual(['项目', '二层', '楼板']);
  });

  it('gives each line its place among its siblings', () => {
    expect(placesOf(ROWS).map(({ place, of }) => `${place}/${of}`)).toEqual(['1/1', '1/2', '1/2', '2/2', '2/2']);
  });
});

describe('long names', () => {
  it('keep their end, which makes them distinct', () => {
    const [head, tail] = splitName('Basic Wall:Exterior - Brick on Block:138062');
    expect(head + tail).toBe('Basic Wall:Exterior - Brick on Block:138062');
    expect(tail).toBe('Block:138062');
    expect(splitName('首层外围护结构外墙二百厚加气混凝土砌块')[1]).toBe('气混凝土砌块');
    expect(splitName('南墙')).toEqual(['南墙', '']);
  });
});
