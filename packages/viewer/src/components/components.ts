import type { FragmentsModel, ItemData } from '@thatopen/fragments';
import { Box3 } from 'three';
import type { Engine } from '../loading/engine.ts';
import type { ComponentProperties, ComponentRef, TreeNode, TreeOrder } from '../types.ts';
import type { Paint } from './paint.ts';
import type { RawItem } from './properties.ts';
import { attributesOf, classOf, isType, localIdOf, materialsIn, setOf, text, typeOf, guidOf } from './properties.ts';
import type { Registry } from './registry.ts';
import { classTree, storeyTree } from './tree.ts';
import type { ItemInfo, RawTree, TreeSource } from './tree.ts';
import type { Visibility } from './visibility.ts';

const BATCH = 2000;
const FOLLOW = { attributes: true, relations: true };
const NAME_ONLY = { attributes: true, relations: false };
const NOTHING = { attributes: false, relations: false };

/** Components of the loaded models: tree, properties, visibility and colour, all by GUID. */
export class Components {
  private readonly engine: Engine;
  private readonly registry: Registry;
  private readonly visibility: Visibility;
  private readonly paint: Paint;

  constructor(engine: Engine, registry: Registry, visibility: Visibility, paint: Paint) {
    this.engine = engine;
    this.registry = registry;
    this.visibility = visibility;
    this.paint = paint;
  }

  /** By storey: one root for each model. By class: one root for each class and model. */
  async tree(order: TreeOrder = 'storey'): Promise<TreeNode[]> {
    const roots: TreeNode[] = [];
    for (const model of this.engine.models) {
      const source = await this.source(model);
      roots.push(...(order === 'storey' ? storeyTree(source) : classTree(source)));
    }
    return roots;
  }

  /** All properties of a component in the IFC. @returns null when no loaded model has the component */
  async properties(at: string | { modelId: string; localId: number }): Promise<ComponentProperties | null> {
    const ref = typeof at === 'string' ? (await this.registry.refs([at]))[0] : at;
    const model = ref && this.registry.model(ref.modelId);
    if (!ref || !model) return null;
    const [item] = await items(model, [ref.localId], { IsDefinedBy: NAME_ONLY, HasAssociations: NAME_ONLY });
    if (!item || localIdOf(item) === null) return null;
    const definitions = Array.isArray(item.IsDefinedBy) ? (item.IsDefinedBy as RawItem[]) : [];
    const associations = Array.isArray(item.HasAssociations) ? (item.HasAssociations as RawItem[]) : [];
    // One request for each definition. A single request that follows IsDefinedBy continues from the type to all its
    // other occurrences.
    const defining = await items(model, idsOf(definitions), {
      HasProperties: FOLLOW,
      Quantities: FOLLOW,
      HasQuantities: FOLLOW,
      HasPropertySets: FOLLOW,
    });
    const materials = await items(model, idsOf(associations), {
      ForLayerSet: FOLLOW,
      ForProfileSet: FOLLOW,
      MaterialLayers: FOLLOW,
      MaterialProfiles: FOLLOW,
      MaterialConstituents: FOLLOW,
      Materials: FOLLOW,
      Material: FOLLOW,
    });
    const type = defining.find(isType);
    return {
      modelId: ref.modelId,
      localId: ref.localId,
      guid: guidOf(item),
      name: text(item, 'Name'),
      ifcClass: classOf(item),
      attributes: attributesOf(item),
      sets: defining.map(setOf).filter((set) => set !== null),
      type: type ? typeOf(type) : null,
      materials: materialsIn(materials),
    };
  }

  /** Finds the GUIDs in the loaded models and leaves out unknown ones. */
  find(guids: readonly string[]): Promise<ComponentRef[]> {
    return this.registry.refs(guids);
  }

  hide(guids: readonly string[]): Promise<void> {
    return this.visibility.hide(guids);
  }

  show(guids: readonly string[]): Promise<void> {
    return this.visibility.show(guids);
  }

  isolate(guids: readonly string[]): Promise<void> {
    return this.visibility.isolate(guids);
  }

  showAll(): Promise<void> {
    return this.visibility.showAll();
  }

  /** Shows rooms as bodies. They are hidden by default. */
  showSpaces(shown: boolean): Promise<void> {
    return this.visibility.showSpaces(shown);
  }

  /** Colours components with a CSS colour; null removes the colour. The selection stays on top. */
  highlight(guids: readonly string[], colour: string | null): Promise<void> {
    return this.paint.mark(guids, colour);
  }

  clearHighlights(): Promise<void> {
    return this.paint.clearMarks();
  }

  /** Box around components and everything below them. It is empty when no component is known or drawn. */
  async box(guids: readonly string[]): Promise<Box3> {
    const box = new Box3();
    for (const [model, ids] of await this.registry.locate(guids)) {
      box.union(await this.boxOf(model, [...ids.values()]));
    }
    return box;
  }

  async boxOf(model: FragmentsModel, localIds: readonly number[]): Promise<Box3> {
    const all = await this.registry.withDescendants(model, localIds);
    return model.getMergedBox(all);
  }

  private async source(model: FragmentsModel): Promise<TreeSource> {
    const structure: RawTree = await model.getSpatialStructure();
    const drawn = [...new Set(await model.getItemsIdsWithGeometry())];
    const wanted = new Set(drawn);
    const collect = (raw: RawTree): void => {
      if (raw.localId !== null) wanted.add(raw.localId);
      raw.children?.forEach(collect);
    };
    collect(structure);
    const info = new Map<number, ItemInfo>();
    const all = [...wanted];
    for (let start = 0; start < all.length; start += BATCH) {
      const batch = all.slice(start, start + BATCH);
      for (const item of await model.getItemsData(batch, { attributesDefault: false, attributes: ['Name'] })) {
        const raw = item as RawItem;
        const localId = localIdOf(raw);
        if (localId !== null) info.set(localId, { name: text(raw, 'Name'), guid: guidOf(raw), ifcClass: classOf(raw) });
      }
    }
    return { modelId: model.modelId, structure, info, drawn };
  }
}

/** Items with the named relations only. The library reads an empty list as all items of the model. */
async function items(
  model: FragmentsModel,
  localIds: readonly number[],
  relations: Record<string, { attributes: boolean; relations: boolean }>,
): Promise<RawItem[]> {
  if (localIds.length === 0) return [];
  const found: ItemData[] = await model.getItemsData([...localIds], {
    attributesDefault: true,
    relationsDefault: NOTHING,
    relations,
  });
  return found as RawItem[];
}

function idsOf(list: readonly RawItem[]): number[] {
  return list.map(localIdOf).filter((localId) => localId !== null);
}
