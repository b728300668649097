import { describe, expect, it } from 'vitest';
import type { RawItem } from './properties.ts';
import { attributesOf, isType, materialsIn, setOf, typeOf } from './properties.ts';

const head = (ifcClass: string, localId: number, name?: string): RawItem => ({
  _category: { value: ifcClass },
  _localId: { value: localId },
  _guid: { value: null },
  ...(name === undefined ? {} : { Name: { value: name, type: 'IFCLABEL' } }),
});

describe('attributes', () => {
  it('are those of the IFC, without the file format’s own and without empty ones', () => {
    const wall: RawItem = {
      ...head('IFCWALL', 5, '外墙'),
      Tag: { value: '139234', type: 'IFCIDENTIFIER' },
      Description: { value: null },
      RefLatitude: { value: [49, 6, 1], type: 'IFCCOMPOUNDPLANEANGLEMEASURE' },
      IsDefinedBy: [head('IFCPROPERTYSET', 6)],
    };
    expect(attributesOf(wall)).toEqual([
      { name: 'Name', value: '外墙', type: 'IFCLABEL' },
      { name: 'Tag', value: '139234', type: 'IFCIDENTIFIER' },
      { name: 'RefLatitude', value: '49, 6, 1', type: 'IFCCOMPOUNDPLANEANGLEMEASURE' },
    ]);
  });
});

describe('a property set', () => {
  it('keeps false and zero, which are values', () => {
    const set = setOf({
      ...head('IFCPROPERTYSET', 7, 'Pset_WallCommon'),
      HasProperties: [
        { ...head('IFCPROPERTYSINGLEVALUE', 8, 'LoadBearing'), NominalValue: { value: false, type: 'IFCBOOLEAN' } },
        { ...head('IFCPROPERTYSINGLEVALUE', 9, 'Offset'), NominalValue: { value: 0, type: 'IFCLENGTHMEASURE' } },
        head('IFCPROPERTYSINGLEVALUE', 10, 'Empty'),
      ],
    });
    expect(set).toEqual({
      name: 'Pset_WallCommon',
      kind: 'properties',
      properties: [
        { name: 'LoadBearing', value: false, type: 'IFCBOOLEAN' },
        { name: 'Offset', value: 0, type: 'IFCLENGTHMEASURE' },
        { name: 'Empty', value: null, type: null },
      ],
    });
  });

  it('reads quantities', () => {
    const set = setOf({
      ...head('IFCELEMENTQUANTITY', 7, 'Qto_WallBaseQuantities'),
      Quantities: [{ ...head('IFCQUANTITYAREA', 8, 'NetArea'), AreaValue: { value: 12.5, type: 'IFCAREAMEASURE' } }],
    });
    expect(set?.kind).toBe('quantities');
    expect(set?.properties).toEqual([{ name: 'NetArea', value: 12.5, type: 'IFCAREAMEASURE' }]);
  });

  it('reads lists, bounds and nested properties', () => {
    const set = setOf({
      ...head('IFCPROPERTYSET', 7, '其他'),
      HasProperties: [
        { ...head('IFCPROPERTYENUMERATEDVALUE', 8, 'Status'), EnumerationValues: { value: ['NEW', 'OLD'] } },
        {
          ...head('IFCPROPERTYBOUNDEDVALUE', 9, 'Range'),
          LowerBoundValue: { value: 1, type: 'IFCREAL' },
          UpperBoundValue: { value: 5, type: 'IFCREAL' },
        },
        {
          ...head('IFCCOMPLEXPROPERTY', 10, '构造'),
          HasProperties: [
            { ...head('IFCPROPERTYSINGLEVALUE', 11, '厚度'), NominalValue: { value: 200, type: 'IFCLENGTHMEASURE' } },
          ],
        },
      ],
    });
    expect(set?.properties).toEqual([
      { name: 'Status', value: 'NEW, OLD', type: null },
      { name: 'Range', value: '1 .. 5', type: 'IFCREAL' },
      { name: '构造 / 厚度', value: 200, type: 'IFCLENGTHMEASURE' },
    ]);
  });

  it('is not made of the type, which IsDefinedBy also names', () => {
    const type: RawItem = {
      ...head('IFCWALLTYPE', 7, '240 砖墙'),
      HasPropertySets: [
        {
          ...head('IFCPROPERTYSET', 12, 'Pset_WallTypeCommon'),
          HasProperties: [
            { ...head('IFCPROPERTYSINGLEVALUE', 13, 'FireRating'), NominalValue: { value: '2h', type: 'IFCLABEL' } },
          ],
        },
      ],
    };
    expect(setOf(type)).toBeNull();
    expect(isType(type)).toBe(true);
    expect(isType(head('IFCDOORSTYLE', 1))).toBe(true);
    expect(isType(head('IFCPROPERTYSET', 1))).toBe(false);
    expect(typeOf(type).sets[0]?.properties).toEqual([{ name: 'FireRating', value: '2h', type: 'IFCLABEL' }]);
  });
});

describe('materials', () => {
  it('are found in layers, each name once, also when items refer to each other', () => {
    const brick = head('IFCMATERIAL', 1, '砖');
    const layer = (material: RawItem): RawItem => ({ ...head('IFCMATERIALLAYER', 2), Material: [material] });
    const set: Record<string, RawItem[string]> = {
      ...head('IFCMATERIALLAYERSET', 3),
      MaterialLayers: [layer(brick), layer(head('IFCMATERIAL', 4, '抹灰')), layer(brick)],
    };
    set.AssociatedTo = [set];
    expect(materialsIn([set])).toEqual(['砖', '抹灰']);
  });
});
