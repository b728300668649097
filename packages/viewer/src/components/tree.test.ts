import { describe, expect, it } from 'vitest';
import type { TreeNode } from '../types.ts';
import type { ItemInfo, RawTree, TreeSource } from './tree.ts';
import { classTree, guidsUnder, isPlace, storeyTree } from './tree.ts';

const item = (localId: number, children: RawTree[] = []): RawTree => ({ category: null, localId, children });
const category = (name: string, ...children: RawTree[]): RawTree => ({ category: name, localId: null, children });

const names: Record<number, [string, string]> = {
  1: ['项目', 'IFCPROJECT'],
  2: ['场地', 'IFCSITE'],
  3: ['一号楼', 'IFCBUILDING'],
  4: ['二层', 'IFCBUILDINGSTOREY'],
  5: ['一层', 'IFCBUILDINGSTOREY'],
  10: ['墙 10', 'IFCWALL'],
  11: ['墙 9', 'IFCWALL'],
  12: ['板', 'IFCSLAB'],
  13: ['楼梯', 'IFCSTAIR'],
  14: ['梯段', 'IFCSTAIRFLIGHT'],
  15: ['会议室', 'IFCSPACE'],
  16: ['椅子', 'IFCFURNITURE'],
  20: ['漏放的柱', 'IFCCOLUMN'],
};

const source: TreeSource = {
  modelId: 'm',
  structure: category(
    'IFCPROJECT',
    item(1, [
      category(
        'IFCSITE',
        item(2, [
          category(
            'IFCBUILDING',
            item(3, [
              category(
                'IFCBUILDINGSTOREY',
                item(4, [category('IFCSLAB', item(12))]),
                item(5, [
                  category('IFCWALL', item(10), item(11)),
                  category('IFCSTAIR', item(13, [category('IFCSTAIRFLIGHT', item(14))])),
                  category('IFCSPACE', item(15, [category('IFCFURNITURE', item(16))])),
                ]),
              ),
            ]),
          ),
        ]),
      ),
    ]),
  ),
  info: new Map<number, ItemInfo>(
    Object.entries(names).map(([id, [name, ifcClass]]) => [Number(id), { name, ifcClass, guid: `guid-${id}` }]),
  ),
  drawn: [2, 10, 11, 12, 14, 15, 16, 20],
};

function outline(nodes: readonly TreeNode[], depth = 0): string[] {
  return nodes.flatMap((node) => [
    `${'  '.repeat(depth)}${node.kind} ${node.name || node.ifcClass} ${node.count}`,
    ...outline(node.children, depth + 1),
  ]);
}

function at(nodes: readonly TreeNode[], guid: string): TreeNode {
  const found = find(nodes, guid);
  if (!found) throw new Error(`no node ${guid}`);
  return found;
}

function find(nodes: readonly TreeNode[], guid: string): TreeNode | null {
  for (const node of nodes) {
    const hit = node.guid === guid ? node : find(node.children, guid);
    if (hit) return hit;
  }
  return null;
}

describe('the tree by storey', () => {
  const tree = storeyTree(source);

  it('has no category level above places, and one above components', () => {
    expect(outline(tree)).toEqual([
      'project 项目 7',
      '  site 场地 6',
      '    building 一号楼 5',
      '      storey 二层 1',
      '        class IFCSLAB 1',
      '          component 板 1',
      '      storey 一层 4',
      '        class IFCSPACE 1',
      '          space 会议室 1',
      '            class IFCFURNITURE 1',
      '              component 椅子 1',
      '        class IFCSTAIR 1',
      '          component 楼梯 1',
      '            component 梯段 1',
      '        class IFCWALL 2',
      '          component 墙 9 1',
      '          component 墙 10 1',
      '  class IFCCOLUMN 1',
      '    component 漏放的柱 1',
    ]);
  });

  it('gives every node a key of its own', () => {
    const keys: string[] = [];
    const collect = (node: TreeNode): void => {
      keys.push(node.key);
      node.children.forEach(collect);
    };
    tree.forEach(collect);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('names what has a body below a node', () => {
    expect(guidsUnder(at(tree, 'guid-5')).toSorted()).toEqual(
      ['guid-10', 'guid-11', 'guid-13', 'guid-14', 'guid-16'].toSorted(),
    );
    // The site also has terrain; its building is only a place.
    expect(guidsUnder(at(tree, 'guid-2'))).toContain('guid-2');
    expect(guidsUnder(at(tree, 'guid-2'))).not.toContain('guid-3');
  });

  it('counts no rooms, and a room node means itself', () => {
    const rooms = at(tree, 'guid-5').children.find(({ ifcClass }) => ifcClass === 'IFCSPACE') as TreeNode;
    expect(guidsUnder(rooms).toSorted()).toEqual(['guid-15', 'guid-16']);
    expect(guidsUnder(at(tree, 'guid-15')).toSorted()).toEqual(['guid-15', 'guid-16']);
    const empty = storeyTree({ ...source, drawn: [15] });
    expect(at(empty, 'guid-5').count).toBe(0);
    expect(guidsUnder(at(empty, 'guid-15'))).toContain('guid-15');
  });

  it('shows the contents of a file without a project', () => {
    const bare = storeyTree({ ...source, structure: { category: null, localId: null } });
    expect(bare.map(({ ifcClass }) => ifcClass)).toContain('IFCCOLUMN');
    expect(bare.every(({ kind }) => kind === 'class')).toBe(true);
  });
});

describe('the tree by class', () => {
  it('holds every component once', () => {
    expect(outline(classTree(source))).toEqual([
      'class IFCCOLUMN 1',
      '  component 漏放的柱 1',
      'class IFCFURNITURE 1',
      '  component 椅子 1',
      'class IFCSLAB 1',
      '  component 板 1',
      'class IFCSPACE 0',
      '  space 会议室 0',
      'class IFCSTAIR 1',
      '  component 楼梯 1',
      'class IFCSTAIRFLIGHT 1',
      '  component 梯段 1',
      'class IFCWALL 2',
      '  component 墙 9 1',
      '  component 墙 10 1',
    ]);
  });
});

describe('two classes of an old file for one kind', () => {
  const info = new Map(source.info).set(11, { name: '墙 9', ifcClass: 'IFCWALLSTANDARDCASE', guid: 'guid-11' });

  it('form one group, by storey and by class, and each component keeps its own class', () => {
    for (const tree of [storeyTree({ ...source, info }), classTree({ ...source, info })]) {
      expect(outline(tree).filter((line) => line.includes('class IFCWALL'))).toHaveLength(1);
      expect(find(tree, 'guid-11')?.ifcClass).toBe('IFCWALLSTANDARDCASE');
    }
  });
});

describe('places', () => {
  it('are distinguished from built components', () => {
    expect(['IFCSITE', 'IFCBUILDINGSTOREY', 'IFCROAD'].every(isPlace)).toBe(true);
    expect(['IFCWALL', 'IFCSPACE', 'IFCSTAIR', ''].some(isPlace)).toBe(false);
  });
});
