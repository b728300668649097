import type { TreeNode } from '@prdm/viewer';
import { describe, expect, it } from 'vitest';
import {
  classKey,
  firstOpen,
  hiddenKeys,
  levelText,
  pathTo,
  rowsOf,
  storeyNames,
  storeysOf,
  valueText,
  withNames,
} from './models.logic.ts';

const node = (kind: TreeNode['kind'], name: string, guid: string, children: TreeNode[] = []): TreeNode => ({
  key: guid,
  kind,
  name,
  ifcClass: kind === 'component' ? 'IFCWALL' : 'IFCBUILDINGSTOREY',
  modelId: 'm',
  localId: 1,
  guid,
  count: 1,
  children,
});
const TREE = [
  node('project', '项目', 'p', [
    node('storey', '一层', 's1', [node('component', '外墙', 'w1'), node('component', '内墙', 'w2')]),
    node('storey', '二层', 's2'),
  ]),
];

describe('lines of hidden components', () => {
  const keys = (hidden: string[], isolated: string[] | null = null) =>
    [...hiddenKeys(TREE, { hidden, isolated })].toSorted();

  it('are those whose components are all hidden; a storey without any is not dimmed', () => {
    expect(keys([])).toEqual([]);
    expect(keys(['w1'])).toEqual(['w1']);
    expect(keys(['w1', 'w2'])).toEqual(['p', 's1', 'w1', 'w2']);
  });

  it('include what an isolation leaves out', () => {
    expect(keys([], ['w1'])).toEqual(['w2']);
    expect(keys(['w1'], ['w1'])).toEqual(['p', 's1', 'w1', 'w2']);
    expect(keys([], ['s1'])).toEqual([]);
  });

  it('do not depend on rooms, which are hidden by default', () => {
    const room: TreeNode = { ...node('space', '会议室', 'r1'), ifcClass: 'IFCSPACE', count: 0, room: true };
    const storey = [node('storey', '一层', 's1', [node('component', '外墙', 'w1'), room])];
    expect([...hiddenKeys(storey, { hidden: ['w1'], isolated: null })].toSorted()).toEqual(['s1', 'w1']);
    expect([...hiddenKeys(storey, { hidden: ['r1'], isolated: null })]).toEqual(['r1']);
  });

  it('follow an assembly with its parts', () => {
    const stair = [node('component', '楼梯', 'st', [node('component', '梯段', 'f1')])];
    expect([...hiddenKeys(stair, { hidden: ['st'], isolated: null })].toSorted()).toEqual(['f1', 'st']);
    expect([...hiddenKeys(stair, { hidden: ['f1'], isolated: null })].toSorted()).toEqual(['f1', 'st']);
    expect([...hiddenKeys(stair, { hidden: [], isolated: ['st'] })]).toEqual([]);
  });
});

const shown = (ifcClass: string): string => (ifcClass === 'IFCWALL' ? '墙体' : ifcClass);

describe('the component tree', () => {
  it('opens down to the storeys at first', () => {
    const rows = rowsOf(TREE, firstOpen(TREE), '', shown);
    expect(rows.map(({ node: { name }, depth }) => [name, depth])).toEqual([
      ['项目', 0],
      ['一层', 1],
      ['二层', 1],
    ]);
  });

  it('shows hits with the path to them and nothing else', () => {
    expect(rowsOf(TREE, new Set(), '外墙', shown).map(({ node: { name } }) => name)).toEqual(['项目', '一层', '外墙']);
    expect(rowsOf(TREE, new Set(), 'ifcwall', shown)).toHaveLength(4);
    expect(rowsOf(TREE, new Set(), '墙体', shown)).toEqual(rowsOf(TREE, new Set(), 'ifcwall', shown));
    expect(rowsOf(TREE, new Set(), '没有', shown)).toEqual([]);
  });

  it('knows the branches above a component', () => {
    expect(pathTo(TREE, 'w2')).toEqual(['p', 's1']);
    expect(pathTo(TREE, 'x')).toBeNull();
  });
});

describe('values', () => {
  const words = { yes: '是', no: '否' };
  it.each([
    [{ name: 'a', value: null, type: null }, '—'],
    [{ name: 'a', value: true, type: 'IFCBOOLEAN' }, '是'],
    [{ name: 'a', value: '.F.', type: 'IFCLOGICAL' }, '否'],
    [{ name: 'a', value: 1234.5678, type: 'IFCLENGTHMEASURE' }, '1234.568 m'],
    [{ name: 'a', value: 49.725, type: 'IFCAREAMEASURE' }, '49.725 m²'],
    [{ name: 'a', value: 90, type: 'IFCPLANEANGLEMEASURE' }, '90'],
    [{ name: 'a', value: 3, type: 'IFCCOUNTMEASURE' }, '3'],
    [{ name: 'a', value: 1.25, type: 'IFCPOSITIVELENGTHMEASURE' }, '1.25 m'],
    [{ name: 'a', value: 0.12345, type: 'IFCREAL' }, '0.123'],
    [{ name: 'a', value: 'C30', type: 'IFCLABEL' }, 'C30'],
  ])('%o reads %s', (property, text) => {
    expect(valueText(property, words, { LENGTHUNIT: 'm', AREAUNIT: 'm²' })).toBe(text);
  });
  it('classes that the trade treats as one share a word', () => {
    expect(['IFCWALLSTANDARDCASE', 'IfcSlabElementedCase', 'IFCDOOR'].map(classKey)).toEqual(['WALL', 'SLAB', 'DOOR']);
  });
});

describe('storeys of the strip', () => {
  it('go from the lowest to the highest', () => {
    const storey = (name: string, elevation: number | null) => ({ guid: name, name, elevation });
    const all = [storey('二层', 3000), storey('一层', 0), storey('总图', null), storey(' ', -1250.4)];
    expect(storeysOf(all).map(({ name, elevation }) => [name, elevation])).toEqual([
      ['', -1250.4],
      ['一层', 0],
      ['二层', 3000],
    ]);
  });

  it('with the same name get their heights: in the name in the tree, beside the name in the strip', () => {
    const all = [
      { guid: 'a', name: '标准层', elevation: 3000 },
      { guid: 'b', name: '标准层 ', elevation: 6000 },
      { guid: 'c', name: '屋面', elevation: 9000 },
      { guid: 'd', name: '标准层', elevation: null },
    ];
    expect(storeysOf(all).map(({ name }) => name)).toEqual(['标准层', '标准层', '屋面']);
    const tree = withNames([node('building', '楼', 'x', [node('storey', '标准层', 'b')])], storeyNames(all));
    expect(tree[0]?.children[0]?.name).toBe('标准层 +6.000');
  });

  it('have levels as on drawings', () => {
    expect([0, -0.2, 3100, -1250, 123_456].map(levelText)).toEqual([
      '±0.000',
      '±0.000',
      '+3.100',
      '−1.250',
      '+123.456',
    ]);
  });
});
