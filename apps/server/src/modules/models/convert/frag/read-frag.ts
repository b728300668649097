import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { isRawBuffer } from '@thatopen/fragments';
import { tablesOf } from './frag-file.ts';
import type { Model } from '@thatopen/fragments';

const inflateAsync = promisify(inflate);

/** A value with its IFC type, such as `IFCLABEL`, `IFCBOOLEAN`, `IFCLENGTHMEASURE`. */
export interface FragValue {
  name: string;
  value: unknown;
  type: string | null;
}

export interface FragSet {
  guid: string | null;
  name: string;
  values: FragValue[];
}

export interface FragComponent {
  guid: string;
  /** IFC class in capitals, e.g. `IFCWALL`. */
  category: string;
  name: string | null;
  attributes: FragValue[];
  /** Name of the type object; null without one. */
  typeName: string | null;
  propertySets: FragSet[];
  quantities: FragSet[];
}

export interface FragReader {
  /** Number of components with a shape. */
  elementCount: number;
  /** GlobalIds of every entity that has one: components, property sets, relations of types and so on. */
  guids(): string[];
  /** Attributes, property sets (of the component and of its type) and quantities; null for an unknown GlobalId. */
  component(guid: string): FragComponent | null;
}

type Stored = [name: string, value: unknown, type?: string];

/** GlobalIds decoded in one slice of building the index, which takes about 5 ms. */
const SLICE = 5000;

/** Reads entities from the tables of a .frag file. Texts are decoded on access. */
class Tables {
  readonly #model: Model;
  readonly #ids: Uint32Array;
  readonly #relationIds: Int32Array;
  readonly #guidIds: Uint32Array;
  readonly #idOfGuid: ReadonlyMap<string, number>;

  private constructor(model: Model, guidIds: Uint32Array, idOfGuid: ReadonlyMap<string, number>) {
    this.#model = model;
    this.#ids = model.localIdsArray() ?? new Uint32Array();
    this.#relationIds = model.relationsItemsArray() ?? new Int32Array();
    this.#guidIds = guidIds;
    this.#idOfGuid = idOfGuid;
  }

  /** Builds the index of GlobalIds in slices, and yields to the event loop between them. */
  static async of(model: Model): Promise<Tables> {
    const guidIds = model.guidsItemsArray() ?? new Uint32Array();
    const idOfGuid = new Map<string, number>();
    for (const [row, id] of guidIds.entries()) {
      idOfGuid.set(model.guids(row), id);
      if (row % SLICE === SLICE - 1) await setImmediate();
    }
    return new Tables(model, guidIds, idOfGuid);
  }

  guids(): string[] {
    return [...this.#idOfGuid.keys()];
  }

  idOf(guid: string): number | null {
    return this.#idOfGuid.get(guid) ?? null;
  }

  guidOf(id: number): string | null {
    const row = this.#guidIds.indexOf(id);
    return row < 0 ? null : this.#model.guids(row);
  }

  category(id: number): string {
    const row = this.#ids.indexOf(id);
    return row < 0 ? '' : this.#model.categories(row);
  }

  attributes(id: number): FragValue[] {
    const row = this.#ids.indexOf(id);
    const stored = row < 0 ? null : this.#model.attributes(row);
    if (!stored) return [];
    return Array.from({ length: stored.dataLength() }, (_, index) => {
      const [name, value, type] = JSON.parse(stored.data(index)) as Stored;
      return { name, value, type: type ?? null };
    });
  }

  attribute(id: number, name: string): FragValue | null {
    return this.attributes(id).find((attribute) => attribute.name === name) ?? null;
  }

  /** Entities related to `id` under a relation's name, such as `IsDefinedBy`. */
  related(id: number, relation: string): number[] {
    const row = this.#relationIds.indexOf(id);
    const stored = row < 0 ? null : this.#model.relations(row);
    if (!stored) return [];
    for (let i = 0; i < stored.dataLength(); i++) {
      const [name, ...ids] = JSON.parse(stored.data(i)) as [string, ...number[]];
      if (name === relation) return ids;
    }
    return [];
  }
}

function textOrNull(value: FragValue | null): string | null {
  return typeof value?.value === 'string' ? value.value : null;
}

/** The value attribute of a property or a quantity: NominalValue, AreaValue, EnumerationValues ... */
function valueOfEntry(tables: Tables, id: number): FragValue {
  const attributes = tables.attributes(id);
  const name = textOrNull(attributes.find((attribute) => attribute.name === 'Name') ?? null) ?? '';
  const holder = attributes.find((attribute) => /Values?$/.test(attribute.name));
  return { name, value: holder?.value ?? null, type: holder?.type ?? null };
}

function readSet(tables: Tables, id: number, relation: 'HasProperties' | 'Quantities'): FragSet {
  return {
    guid: tables.guidOf(id),
    name: textOrNull(tables.attribute(id, 'Name')) ?? '',
    values: tables.related(id, relation).map((entry) => valueOfEntry(tables, entry)),
  };
}

function readComponent(tables: Tables, guid: string): FragComponent | null {
  const id = tables.idOf(guid);
  if (id === null) return null;
  const attributes = tables.attributes(id);
  const component: FragComponent = {
    guid,
    category: tables.category(id),
    name: textOrNull(attributes.find((attribute) => attribute.name === 'Name') ?? null),
    attributes,
    typeName: null,
    propertySets: [],
    quantities: [],
  };
  const definitions = [...tables.related(id, 'IsDefinedBy')];
  for (const definition of definitions) {
    const category = tables.category(definition);
    if (category === 'IFCPROPERTYSET') component.propertySets.push(readSet(tables, definition, 'HasProperties'));
    else if (category === 'IFCELEMENTQUANTITY') component.quantities.push(readSet(tables, definition, 'Quantities'));
    else if (/(TYPE|STYLE)$/.test(category)) {
      component.typeName = textOrNull(tables.attribute(definition, 'Name'));
      const sets = tables.related(definition, 'HasPropertySets');
      component.propertySets.push(...sets.map((set) => readSet(tables, set, 'HasProperties')));
    }
  }
  return component;
}

/**
 * Opens a .frag file for queries about components, without a browser. It reads the file's tables itself. The library's
 * SingleThreadedFragmentsModel also prepares drawing, which costs several times the memory and time, and keeps timers running.
 * Memory: the inflated file (3 to 6 times its size on disk, close to the size of the IFC) and the index. Inflating and indexing
 * do not block the event loop: zlib runs in its own thread, and the index is built in slices.
 */
export async function openFrag(path: string): Promise<FragReader> {
  const bytes = await readFile(path);
  const model = tablesOf(isRawBuffer(bytes) ? bytes : await inflateAsync(bytes));
  const tables = await Tables.of(model);
  return {
    elementCount: model.meshes()?.meshesItemsLength() ?? 0,
    guids: () => tables.guids(),
    component: (guid) => readComponent(tables, guid),
  };
}
