import { enumeration, StepWriter } from './step.ts';
import { Properties } from './properties.ts';
import { writeSite } from './project.ts';
import { Shapes } from './shapes.ts';
import { BAY_X, BAY_Y, STOREY_HEIGHT, StoreyWriter, storeyNumeral } from './storey.ts';
import type { Georeference, SiteParts } from './project.ts';
import type { Ref, TextEncoding } from './step.ts';
import type { Occurrences } from './storey.ts';

export interface BuildingOptions {
  /** Equal seeds give equal bytes and equal GlobalIds. */
  seed?: string;
  name?: string;
  storeys?: number;
  /** Number of 7.2 m bays along the building and of 6 m bays across it. */
  baysX?: number;
  baysY?: number;
  /** 0 (default): repeated components share dimensions. 1: every component differs, so no shape repeats. */
  variety?: number;
  /** Raw writes UTF-8 text; x2 (default) writes the escapes of the standard. */
  encoding?: TextEncoding;
  georeference?: Georeference;
  /** Puts the true coordinates into the site's placement instead of a map conversion. */
  georeferenceInPlacement?: boolean;
  schema?: 'IFC4' | 'IFC4X3_ADD2';
}

const TYPE_CLASS: Readonly<Record<string, [type: string, kind: string]>> = {
  IFCWALL: ['IFCWALLTYPE', 'SOLIDWALL'],
  IFCCOLUMN: ['IFCCOLUMNTYPE', 'COLUMN'],
  IFCSLAB: ['IFCSLABTYPE', 'FLOOR'],
  IFCDUCTSEGMENT: ['IFCDUCTSEGMENTTYPE', 'RIGIDSEGMENT'],
};

/** Writes an office building storey by storey; several buildings (towers) may stand on one site. */
export class BuildingWriter {
  readonly #step: StepWriter;
  readonly #shapes: Shapes;
  readonly #properties: Properties;
  readonly #site: SiteParts;
  readonly #options: BuildingOptions;
  readonly #seed: string;
  readonly #types: Occurrences = new Map();
  readonly #buildings: Ref[] = [];
  #building: { ref: Ref; placement: Ref; key: string; storeys: Ref[] } | null = null;

  constructor(sink: (line: string) => void, options: BuildingOptions = {}) {
    this.#options = options;
    this.#seed = options.seed ?? 'office';
    this.#step = new StepWriter(sink, options.encoding ?? 'x2');
    const name = options.name ?? '滨江设计院办公楼';
    this.#step.header({ schema: options.schema ?? 'IFC4', name: `${name}.ifc` });
    this.#shapes = new Shapes(this.#step);
    this.#properties = new Properties(this.#step, this.#seed);
    this.#site = writeSite(this.#step, this.#shapes, this.#properties, {
      name,
      georeference: options.georeference ?? null,
      inPlacement: options.georeferenceInPlacement ?? false,
    });
  }

  get characters(): number {
    return this.#step.characters;
  }

  /** Begins a building; its storeys follow. Buildings stand in rows of ten with a street between them. */
  startBuilding(): void {
    this.endBuilding();
    const index = this.#buildings.length;
    const key = `building-${index + 1}`;
    const { baysX = 4, baysY = 2 } = this.#options;
    const column = index % 10;
    const row = Math.floor(index / 10);
    const at = [column * (baysX + 2) * BAY_X, row * (baysY + 3) * BAY_Y, 0] as const;
    const placement = this.#shapes.placement(at, this.#site.sitePlacement);
    const tail = [null, enumeration('ELEMENT'), null, null, null];
    const guid = this.#properties.guid(key);
    const label = `${index + 1}号楼`;
    const ref = this.#step.add('IFCBUILDING', guid, null, label, null, null, placement, null, ...tail);
    this.#building = { ref, placement, key, storeys: [] };
    this.#buildings.push(ref);
  }

  /** Adds one storey on top of the current building. */
  addStorey(): void {
    const building = this.#building;
    if (!building) throw new Error('startBuilding() comes before addStorey()');
    const number = building.storeys.length + 1;
    const elevation = (number - 1) * STOREY_HEIGHT;
    const key = `${building.key}/${number}`;
    const placement = this.#shapes.placement([0, 0, elevation], building.placement);
    const guid = this.#properties.guid(key);
    const name = `${storeyNumeral(number)}层`;
    const tail = [null, enumeration('ELEMENT'), elevation];
    const storey = this.#step.add('IFCBUILDINGSTOREY', guid, null, name, null, null, placement, null, ...tail);
    building.storeys.push(storey);
    const { baysX = 4, baysY = 2, variety = 0 } = this.#options;
    const parts = { step: this.#step, shapes: this.#shapes, properties: this.#properties, types: this.#types };
    const writer = new StoreyWriter(parts, { key, number, baysX, baysY, variety, seed: this.#seed }, placement);
    writer.write();
    this.#properties.relation('IFCRELCONTAINEDINSPATIALSTRUCTURE', key, writer.components, storey);
    this.#properties.relation('IFCRELAGGREGATES', `${key}/spaces`, storey, writer.spaces);
  }

  /** Writes what is shared by the whole model and the end of the file. */
  finish(): void {
    this.endBuilding();
    this.#properties.relation('IFCRELAGGREGATES', 'site', this.#site.site, this.#buildings);
    for (const [key, occurrences] of this.#types) this.writeType(key, occurrences);
    this.#step.footer();
  }

  private endBuilding(): void {
    const building = this.#building;
    if (!building) return;
    this.#properties.relation('IFCRELAGGREGATES', building.key, building.ref, building.storeys);
    this.#building = null;
  }

  private writeType(key: string, occurrences: Ref[]): void {
    const [element = '', name = ''] = key.split(':');
    const material = this.#step.add('IFCMATERIAL', name, null, null);
    this.#properties.relation('IFCRELASSOCIATESMATERIAL', key, occurrences, material);
    const typeClass = TYPE_CLASS[element];
    if (!typeClass) return;
    const [type, kind] = typeClass;
    const guid = this.#properties.guid(`type/${key}`);
    const ref = this.#step.add(type, guid, null, name, null, null, null, null, null, null, enumeration(kind));
    this.#properties.relation('IFCRELDEFINESBYTYPE', key, occurrences, ref);
  }
}

/**
 * The text of a believable small office in IFC4: storeys, slabs, walls with doors and windows, columns, ducts, rooms,
 * furniture; property sets with Chinese names, quantities, types and materials. Three storeys of 4 x 2 bays by default.
 */
export function writeSmallBuilding(options: BuildingOptions = {}): string {
  const lines: string[] = [];
  const writer = new BuildingWriter((line) => lines.push(line), options);
  writer.startBuilding();
  const storeys = options.storeys ?? 3;
  for (let i = 0; i < storeys; i++) writer.addStorey();
  writer.finish();
  return lines.join('');
}
