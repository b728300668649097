import { readFile } from 'node:fs/promises';
import { SingleThreadedFragmentsModel } from '@thatopen/fragments';
import { describe, expect, it } from 'vitest';
import { ifcGuid, writeSmallBuilding } from '../../../../testing/ifc/index.ts';
import { conversionBench } from '../fixtures/bench.fixture.ts';
import { openFrag } from '../index.ts';

const { converted } = conversionBench();

function value(attribute: unknown): unknown {
  return typeof attribute === 'object' && attribute !== null && 'value' in attribute ? attribute.value : undefined;
}

/** The library's result for a component, reduced to names and values. It is the reference for our own reader. */
function libraryView(model: SingleThreadedFragmentsModel, guid: string): Record<string, unknown> {
  const [id] = model.getLocalIdsByGuids([guid]);
  const [item] = model.getItemsData([id ?? 0], {
    relations: {
      IsDefinedBy: { attributes: true, relations: true },
      DefinesOccurrence: { attributes: false, relations: false },
    },
  });
  const definitions = Array.isArray(item?.['IsDefinedBy']) ? item['IsDefinedBy'] : [];
  const sets = definitions.flatMap((definition) => {
    const entries = definition['HasProperties'] ?? definition['Quantities'];
    if (!Array.isArray(entries)) return [];
    const values = entries.map((entry) => {
      const holder = Object.keys(entry).find((key) => /Values?$/.test(key)) ?? '';
      return [value(entry['Name']), value(entry[holder])];
    });
    return [[value(definition['Name']), Object.fromEntries(values)]];
  });
  return { name: value(item?.['Name']), category: value(item?.['_category']), sets: Object.fromEntries(sets) };
}

describe('the reader of .frag files', () => {
  it('returns the same as the library for every kind of component', async () => {
    const { fragPath } = await converted(writeSmallBuilding({ variety: 1 }));
    const reader = await openFrag(fragPath);
    const model = new SingleThreadedFragmentsModel('arbiter', new Uint8Array(await readFile(fragPath)));
    try {
      expect(reader.elementCount).toBe(model.getItemsIdsWithGeometry().length);
      const kinds = new Map<string, string>();
      for (const guid of reader.guids()) kinds.set(reader.component(guid)?.category ?? '', guid);
      expect([...kinds.keys()]).toEqual(
        expect.arrayContaining(['IFCWALL', 'IFCDOOR', 'IFCSPACE', 'IFCBUILDINGSTOREY', 'IFCDUCTSEGMENT']),
      );
      for (const guid of kinds.values()) {
        const component = reader.component(guid);
        const sets = [...(component?.propertySets ?? []), ...(component?.quantities ?? [])];
        const ours = {
          name: component?.name ?? undefined,
          category: component?.category,
          sets: Object.fromEntries(
            sets.map((set) => [set.name, Object.fromEntries(set.values.map(({ name, value }) => [name, value]))]),
          ),
        };
        expect(ours).toEqual(libraryView(model, guid));
      }
    } finally {
      model.dispose();
    }
  });

  it('returns attributes, type, property sets and quantities of a wall', async () => {
    const { fragPath } = await converted(writeSmallBuilding({ seed: 'wall' }));
    const guid = ifcGuid('wall', 'building-1/1/wall/S0');
    const wall = (await openFrag(fragPath)).component(guid);
    expect(wall).toMatchObject({ guid, category: 'IFCWALL', name: '外墙 S0', typeName: '外墙' });
    expect(wall?.attributes).toContainEqual({ name: 'PredefinedType', value: 'SOLIDWALL', type: 'IFCLABEL' });
    const common = wall?.propertySets.find(({ name }) => name === 'Pset_WallCommon');
    expect(common?.values).toContainEqual({ name: 'IsExternal', value: true, type: 'IFCBOOLEAN' });
    expect(wall?.quantities).toMatchObject([{ name: 'Qto_WallBaseQuantities' }]);
    expect(wall?.quantities[0]?.values).toContainEqual({ name: 'Length', value: 7200, type: 'IFCLENGTHMEASURE' });
  });

  it('returns null for an unknown GlobalId', async () => {
    const { fragPath } = await converted(writeSmallBuilding());
    expect((await openFrag(fragPath)).component('0000000000000000000000')).toBeNull();
  });
});
