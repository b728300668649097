import type { FragmentsModel, SpatialTreeItem } from '@thatopen/fragments';
import type { Engine } from '../loading/engine.ts';
import { pushTo } from '../lists.ts';
import type { ComponentRef } from '../types.ts';
import { isPlace, VOIDS } from './tree.ts';

/** `children` holds the items below each item. `alone` holds the places whose body stands without descendants. */
type Structure = { children: Map<number, number[]>; alone: Set<number> };

/** Maps GUIDs, which are stored, to the line numbers that the models use. */
export class Registry {
  private readonly engine: Engine;
  private readonly structures = new WeakMap<FragmentsModel, Promise<Structure>>();
  private readonly voids = new WeakMap<FragmentsModel, Promise<Set<number>>>();

  private readonly bodies = new WeakMap<FragmentsModel, Promise<Set<number>>>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Local ids of the GUIDs in every model. A GUID that no model has is left out. */
  async locate(guids: readonly string[]): Promise<Map<FragmentsModel, Map<string, number>>> {
    const wanted = [...new Set(guids)];
    const found = new Map<FragmentsModel, Map<string, number>>();
    if (wanted.length === 0) return found;
    for (const model of this.engine.models) {
      const ids = await model.getLocalIdsByGuids(wanted);
      const known = new Map<string, number>();
      for (const [index, guid] of wanted.entries()) {
        const localId = ids[index];
        if (localId !== null && localId !== undefined) known.set(guid, localId);
      }
      if (known.size > 0) found.set(model, known);
    }
    return found;
  }

  async refs(guids: readonly string[]): Promise<ComponentRef[]> {
    const located = await this.locate(guids);
    return [...located].flatMap(([model, ids]) =>
      [...ids].map(([guid, localId]) => ({ modelId: model.modelId, localId, guid })),
    );
  }

  model(modelId: string): FragmentsModel | undefined {
    return this.engine.fragments.models.list.get(modelId);
  }

  /**
   * The items and everything below them in the spatial structure. The geometry of a stair or a curtain wall is in its
   * parts, that of a storey in its contents. A place with its own body stands for that body alone. A click on the
   * terrain does not select the whole building.
   */
  async withDescendants(model: FragmentsModel, localIds: Iterable<number>): Promise<number[]> {
    const { children, alone } = await this.structure(model);
    const found = new Set<number>();
    const open = [...localIds];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      if (alone.has(next)) continue;
      for (const child of children.get(next) ?? []) open.push(child);
    }
    return [...found];
  }

  /** Items with a body that is not solid: rooms and the openings in walls. */
  spaces(model: FragmentsModel): Promise<Set<number>> {
    const known = this.voids.get(model);
    if (known) return known;
    const pending = model.getItemsOfCategories(VOIDS).then((found) => new Set(Object.values(found).flat()));
    this.voids.set(model, pending);
    return pending;
  }

  /** Items with a body. */
  drawn(model: FragmentsModel): Promise<Set<number>> {
    const known = this.bodies.get(model);
    if (known) return known;
    const pending = model.getItemsIdsWithGeometry().then((found) => new Set(found));
    this.bodies.set(model, pending);
    return pending;
  }

  private structure(model: FragmentsModel): Promise<Structure> {
    const known = this.structures.get(model);
    if (known) return known;
    const pending = Promise.all([model.getSpatialStructure(), this.drawn(model)]).then(([root, drawn]) =>
      structureOf(root, drawn),
    );
    this.structures.set(model, pending);
    return pending;
  }
}

function structureOf(root: SpatialTreeItem, drawn: ReadonlySet<number>): Structure {
  const children = new Map<number, number[]>();
  const alone = new Set<number>();
  const visit = (item: SpatialTreeItem, parent: number | null, ifcClass: string): void => {
    if (item.localId !== null) {
      if (parent !== null) pushTo(children, parent, item.localId);
      if (isPlace(ifcClass) && drawn.has(item.localId)) alone.add(item.localId);
    }
    // A category node carries the class of the items directly below it.
    for (const child of item.children ?? []) visit(child, item.localId ?? parent, item.category ?? '');
  };
  visit(root, null, '');
  return { children, alone };
}
