import type { ComponentProperties } from '@prdm/viewer';
import { describe, expect, it } from 'vitest';
import { groupsOf, matching, type PropertyWords } from './models.properties.ts';

const WORDS: PropertyWords = {
  yes: '是',
  no: '否',
  attributes: '基本属性',
  quantities: '工程量',
  materials: '材料',
  type: (name) => `类型：${name}`,
  attribute: (name) => ({ Name: '名称', Tag: '标记' })[name] ?? null,
  setOf: (kind, classKey) => (classKey === 'WALL' ? `墙 ${kind}` : null),
};
const property = (name: string, value: string | boolean) => ({ name, value, type: null });
const WALL: ComponentProperties = {
  modelId: 'm',
  localId: 1,
  guid: 'g',
  name: '南墙',
  ifcClass: 'IFCWALL',
  attributes: [property('Name', '南墙'), property('Tag', 'W-1'), property('Own', 'x')],
  sets: [
    { name: 'Pset_WallCommon', kind: 'properties', properties: [property('LoadBearing', false)] },
    { name: 'Qto_WallBaseQuantities', kind: 'quantities', properties: [property('Length', '6000')] },
    { name: 'Pset_OddCommon', kind: 'properties', properties: [property('Odd', 'one')] },
    { name: 'Empty', kind: 'properties', properties: [] },
  ],
  type: null,
  materials: ['加气混凝土'],
};
const groups = groupsOf(WALL, WORDS, {});

describe('the properties of a component', () => {
  it('use translated names for fixed attributes, and the names of the file for the rest', () => {
    expect(groups[0]?.properties.map(({ raw, name, value }) => [raw, name, value])).toEqual([
      ['Name', '名称', '南墙'],
      ['Tag', '标记', 'W-1'],
      ['Own', 'Own', 'x'],
    ]);
  });

  it('keep the names of the sets and add a word to the sets that the standard names after a class', () => {
    expect(groups.map(({ title, tag }) => [title, tag])).toEqual([
      ['基本属性', null],
      ['Pset_WallCommon', '墙 common'],
      ['Qto_WallBaseQuantities', '墙 quantities'],
      ['Pset_OddCommon', null],
      ['材料', null],
    ]);
  });
});

describe('filtering them', () => {
  const found = (word: string) => matching(groups, word).flatMap(({ properties }) => properties.map(({ raw }) => raw));

  it('matches the name in either language and the value', () => {
    expect(found('标记')).toEqual(['Tag']);
    expect(found(' tag ')).toEqual(['Tag']);
    expect(found('w-1')).toEqual(['Tag']);
    expect(found('否')).toEqual(['LoadBearing']);
    expect(found('没有这个')).toEqual([]);
    expect(matching(groups, ' ')).toBe(groups);
  });

  it('shows a whole set when its name matches', () => {
    expect(found('qto_')).toEqual(['Length']);
    expect(found('墙 quantities')).toEqual(['Length']);
  });
});
