import { seededRandom } from './seed.ts';
import { enumeration } from './step.ts';
import { Properties } from './properties.ts';
import type { PropertyValue, Quantity } from './properties.ts';
import type { Ref, StepWriter } from './step.ts';
import type { Colour, Point2, Point3, Shapes } from './shapes.ts';

/** Distance between columns along the building and across it, in mm. */
export const BAY_X = 7200;
export const BAY_Y = 6000;
export const STOREY_HEIGHT = 3600;
const SLAB = 150;

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/** Chinese numeral of a storey: 3 -> 三, 12 -> 十二, 21 -> 二十一, 105 -> 105. */
export function storeyNumeral(number: number): string {
  if (number < 10) return digits[number] ?? String(number);
  if (number > 99) return String(number);
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  return `${tens > 1 ? digits[tens] : ''}十${ones > 0 ? digits[ones] : ''}`;
}

export interface StoreyPlan {
  /** Names the storey within the model, e.g. `A/3`; part of every GlobalId in it. */
  key: string;
  /** Counted from 1. */
  number: number;
  baysX: number;
  baysY: number;
  /** 0: equal bays are equal; 1: every component has dimensions of its own. */
  variety: number;
  seed: string;
}

/** Occurrences by type name, so that the types are related once for the whole building. */
export type Occurrences = Map<string, Ref[]>;

interface Opening {
  /** Distance of the opening's middle from the wall's start, and its sill, in mm. */
  at: number;
  sill: number;
  width: number;
  height: number;
  filling: 'IFCDOOR' | 'IFCWINDOW';
}

/** Writes the components of one storey of the office. Lengths are mm, relative to the storey's own placement. */
export class StoreyWriter {
  readonly #step: StepWriter;
  readonly #shapes: Shapes;
  readonly #properties: Properties;
  readonly #plan: StoreyPlan;
  readonly #placement: Ref;
  readonly #types: Occurrences;
  readonly #random: () => number;
  readonly components: Ref[] = [];
  readonly spaces: Ref[] = [];

  constructor(
    parts: { step: StepWriter; shapes: Shapes; properties: Properties; types: Occurrences },
    plan: StoreyPlan,
    placement: Ref,
  ) {
    this.#step = parts.step;
    this.#shapes = parts.shapes;
    this.#properties = parts.properties;
    this.#types = parts.types;
    this.#plan = plan;
    this.#placement = placement;
    this.#random = seededRandom(`${plan.seed}/${plan.key}`);
  }

  write(): void {
    const { baysX, baysY } = this.#plan;
    const length = baysX * BAY_X;
    const depth = baysY * BAY_Y;
    this.slab(length, depth);
    for (let x = 0; x <= baysX; x++) {
      for (let y = 0; y <= baysY; y++) this.column(x, y);
    }
    for (let x = 0; x < baysX; x++) {
      this.wall(`S${x}`, [x * BAY_X, 0, 0], false, BAY_X, true, [this.window()]);
      this.wall(`N${x}`, [x * BAY_X, depth, 0], false, BAY_X, true, [this.window()]);
      this.duct(x, depth / 2);
      for (let y = 0; y < baysY; y++) this.room(x, y);
    }
    for (let y = 0; y < baysY; y++) {
      this.wall(`W${y}`, [0, y * BAY_Y, 0], true, BAY_Y, true, y === 0 ? [this.door()] : []);
      this.wall(`E${y}`, [length, y * BAY_Y, 0], true, BAY_Y, true, [this.window()]);
    }
  }

  /** A length that differs from component to component by up to `spread` mm if variety is set. */
  private vary(length: number, spread: number): number {
    return Math.round(length + (this.#random() - 0.5) * 2 * spread * this.#plan.variety);
  }

  private window(): Opening {
    const width = this.vary(2400, 600);
    return { at: BAY_Y / 2, sill: 900, width, height: this.vary(1500, 300), filling: 'IFCWINDOW' };
  }

  private door(): Opening {
    return { at: BAY_Y / 2, sill: 0, width: this.vary(1000, 150), height: this.vary(2100, 100), filling: 'IFCDOOR' };
  }

  private slab(length: number, depth: number): void {
    const stair = this.vary(2600, 300);
    const outline: Point2[] = [
      [0, 0],
      [length, 0],
      [length, depth - stair],
      [length - stair, depth - stair],
      [length - stair, depth],
      [0, depth],
    ];
    const thickness = this.vary(SLAB, 30);
    const solid = this.#shapes.extrude(this.#shapes.polygon(outline), thickness, [0, 0, -thickness]);
    const slab = this.component('IFCSLAB', 'slab', '楼板', [0, 0, 0], [solid], 'concrete', ['FLOOR']);
    const area = (length * depth - stair * stair) / 1e6;
    this.describe('slab', slab, 'Slab', { LoadBearing: true, FireRating: '1.5h' }, [
      { name: 'GrossArea', kind: 'AREA', value: area },
      { name: 'Depth', kind: 'LENGTH', value: thickness },
    ]);
  }

  private column(x: number, y: number): void {
    const key = `column/${x}-${y}`;
    const height = STOREY_HEIGHT - SLAB;
    const steel = (x + y) % 2 === 1;
    const profile = steel
      ? this.#shapes.steelSection(this.vary(300, 40), this.vary(300, 40), 12, this.vary(18, 4))
      : this.#shapes.rectangle(this.vary(600, 80), this.vary(600, 80));
    const solid = this.#shapes.extrude(profile, height);
    const at: Point3 = [x * BAY_X, y * BAY_Y, 0];
    const name = steel ? '钢柱' : '混凝土柱';
    const column = this.component('IFCCOLUMN', key, name, at, [solid], steel ? 'steel' : 'concrete', ['COLUMN']);
    this.describe(key, column, 'Column', { LoadBearing: true, Reference: steel ? 'H300' : 'KZ600' }, [
      { name: 'Length', kind: 'LENGTH', value: height },
    ]);
  }

  private wall(key: string, at: Point3, turned: boolean, length: number, outer: boolean, openings: Opening[]): void {
    const thickness = outer ? this.vary(240, 40) : this.vary(120, 20);
    const height = STOREY_HEIGHT - SLAB;
    const profile = this.#shapes.rectangle(length, thickness);
    const solid = this.#shapes.extrude(profile, height, [length / 2, 0, 0]);
    const wallKey = `wall/${key}`;
    const placement = this.#shapes.placement(at, this.#placement, turned);
    const body = this.#shapes.body([solid], outer ? 'plaster' : 'concrete');
    const name = outer ? '外墙' : '内隔墙';
    const wall = this.place('IFCWALL', wallKey, name, placement, body, [enumeration('SOLIDWALL')]);
    const common = { IsExternal: outer, LoadBearing: outer, FireRating: outer ? '3.0h' : '1.0h' };
    this.describe(wallKey, wall, 'Wall', common, [
      { name: 'Length', kind: 'LENGTH', value: length },
      { name: 'Width', kind: 'LENGTH', value: thickness },
      { name: 'Height', kind: 'LENGTH', value: height },
      { name: 'GrossVolume', kind: 'VOLUME', value: (length * thickness * height) / 1e9 },
    ]);
    for (const [index, opening] of openings.entries()) {
      this.opening(`${wallKey}/${index}`, wall, placement, thickness, opening);
    }
  }

  private opening(key: string, wall: Ref, wallPlacement: Ref, thickness: number, opening: Opening): void {
    const { filling, width, height } = opening;
    const placement = this.#shapes.placement([opening.at, 0, opening.sill], wallPlacement);
    const hole = this.#shapes.extrude(this.#shapes.rectangle(width, thickness + 100), height);
    const voidGuid = this.#properties.guid(this.key(`${key}/opening`));
    const body = this.#shapes.body([hole], null);
    const kind = enumeration('OPENING');
    const gap = this.#step.add('IFCOPENINGELEMENT', voidGuid, null, '洞口', null, null, placement, body, null, kind);
    this.#properties.relation('IFCRELVOIDSELEMENT', this.key(key), wall, gap);

    const door = filling === 'IFCDOOR';
    const panel = this.#shapes.extrude(this.#shapes.rectangle(width, 50), height);
    const panelBody = this.#shapes.body([panel], door ? 'wood' : 'glass');
    const panelPlacement = this.#shapes.placement([0, 0, 0], placement);
    const fillingKey = `${key}/${door ? 'door' : 'window'}`;
    const size = [height, width, enumeration(door ? 'DOOR' : 'WINDOW'), null, null];
    const name = door ? '木门' : '铝合金窗';
    const element = this.place(filling, fillingKey, name, panelPlacement, panelBody, size);
    this.#properties.relation('IFCRELFILLSELEMENT', this.key(key), gap, element);
    this.describe(fillingKey, element, door ? 'Door' : 'Window', { IsExternal: !door, FireRating: '甲级' }, [
      { name: 'Width', kind: 'LENGTH', value: width },
      { name: 'Height', kind: 'LENGTH', value: height },
    ]);
  }

  private room(x: number, y: number): void {
    const key = `room/${x}-${y}`;
    const number = `${this.#plan.number}${String(x * this.#plan.baysY + y + 1).padStart(2, '0')}`;
    const profile = this.#shapes.rectangle(BAY_X - 240, BAY_Y - 240);
    const solid = this.#shapes.extrude(profile, STOREY_HEIGHT - SLAB - 200, [BAY_X / 2, BAY_Y / 2, 0]);
    const guid = this.#properties.guid(this.key(key));
    const placement = this.#shapes.placement([x * BAY_X, y * BAY_Y, 0], this.#placement);
    const body = this.#shapes.body([solid], null);
    const tail = [`办公室 ${number}`, enumeration('ELEMENT'), enumeration('INTERNAL'), null];
    const space = this.#step.add('IFCSPACE', guid, null, number, null, null, placement, body, ...tail);
    this.spaces.push(space);
    this.#properties.set(this.key(key), space, 'Pset_SpaceCommon', { Reference: number, 房间用途: '办公' });
    if (x > 0) this.wall(`C${x}-${y}`, [x * BAY_X, y * BAY_Y, 0], true, BAY_Y, false, [this.door()]);
    this.desk(x, y);
  }

  private desk(x: number, y: number): void {
    const at: Point3 = [x * BAY_X + 2000, y * BAY_Y + 1500, 0];
    const width = this.vary(1600, 200);
    const depth = this.vary(800, 100);
    const height = this.vary(750, 40);
    const top = this.#shapes.extrude(this.#shapes.rectangle(width, depth), 30, [0, 0, height - 30]);
    const foot = this.#shapes.extrude(this.#shapes.circle(this.vary(60, 15)), height - 30);
    const key = `desk/${x}-${y}`;
    this.component('IFCFURNITURE', key, '办公桌', at, [top, foot], 'wood', ['DESK']);
    if (this.#plan.variety > 0) this.lamp(x, y);
  }

  /** A surface of revolution in triangles: the kind of detailed shape that makes real models large. */
  private lamp(x: number, y: number): void {
    const around = 12 + Math.floor(this.#random() * 12);
    const rings = 6 + Math.floor(this.#random() * 6);
    const radius = this.vary(180, 60);
    const points: Point3[] = [];
    for (let ring = 0; ring <= rings; ring++) {
      const wide = radius * (0.3 + 0.7 * Math.sin((Math.PI * (ring + 0.5)) / (rings + 1)));
      for (let step = 0; step < around; step++) {
        const angle = (2 * Math.PI * step) / around;
        points.push([Math.cos(angle) * wide, Math.sin(angle) * wide, ring * 45]);
      }
    }
    const triangles: Point3[] = [];
    for (let ring = 0; ring < rings; ring++) {
      for (let step = 0; step < around; step++) {
        const here = ring * around + step + 1;
        const next = ring * around + ((step + 1) % around) + 1;
        triangles.push([here, next, here + around], [next, next + around, here + around]);
      }
    }
    const surface = this.#shapes.triangles(points, triangles);
    const at: Point3 = [x * BAY_X + 2000, y * BAY_Y + 1500, STOREY_HEIGHT - 900];
    const placement = this.#shapes.placement(at, this.#placement);
    const body = this.#shapes.body([surface], 'steel', 'Tessellation');
    const kind = [enumeration('DIRECTIONSOURCE')];
    this.place('IFCLIGHTFIXTURE', `lamp/${x}-${y}`, '灯具', placement, body, kind);
  }

  private duct(x: number, y: number): void {
    const length = this.vary(BAY_X - 400, 300);
    const profile = this.#shapes.tube(this.vary(160, 40), 8);
    const solid = this.#shapes.extrude(profile, length, [0, 0, 0], true);
    const at: Point3 = [x * BAY_X + 200, y, STOREY_HEIGHT - 600];
    const key = `duct/${x}`;
    const duct = this.component('IFCDUCTSEGMENT', key, '风管', at, [solid], 'duct', ['RIGIDSEGMENT']);
    this.describe(key, duct, 'DuctSegment', { 系统类型: '送风系统', 保温: true }, [
      { name: 'Length', kind: 'LENGTH', value: length },
    ]);
  }

  private component(
    type: string,
    key: string,
    name: string,
    at: Point3,
    solids: Ref[],
    colour: Colour,
    kind: [string],
  ): Ref {
    const placement = this.#shapes.placement(at, this.#placement);
    return this.place(type, key, name, placement, this.#shapes.body(solids, colour), [enumeration(kind[0])]);
  }

  private place(
    type: string,
    key: string,
    name: string,
    placement: Ref,
    body: Ref,
    tail: Parameters<StepWriter['add']>[1][],
  ): Ref {
    const guid = this.#properties.guid(this.key(key));
    // Numbered as in practice: 外墙 S5. The component's storey gives the rest.
    const label = [name, key.split('/')[1]].filter(Boolean).join(' ');
    const element = this.#step.add(type, guid, null, label, null, name, placement, body, key, ...tail);
    this.components.push(element);
    const typeName = `${type}:${name}`;
    const known = this.#types.get(typeName);
    if (known) known.push(element);
    else this.#types.set(typeName, [element]);
    return element;
  }

  private describe(
    key: string,
    component: Ref,
    kind: string,
    common: Record<string, PropertyValue>,
    quantities: Quantity[],
  ): void {
    const owner = this.key(key);
    this.#properties.set(owner, component, `Pset_${kind}Common`, common);
    this.#properties.set(owner, component, '审图信息', {
      构件编码: owner,
      防火分区: `F${this.#plan.number}-1`,
      施工段: `${storeyNumeral(this.#plan.number)}层`,
      设计荷载: { measure: 'IFCREAL', value: this.vary(2500, 500) / 1000 },
    });
    this.#properties.quantities(owner, component, `Qto_${kind}BaseQuantities`, quantities);
  }

  private key(part: string): string {
    return `${this.#plan.key}/${part}`;
  }
}
