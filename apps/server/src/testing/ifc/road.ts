import { Properties } from './properties.ts';
import { writeSite } from './project.ts';
import { Shapes, type Point2, type Point3 } from './shapes.ts';
import { derived, enumeration, integer, StepWriter, type Arg, type Ref } from './step.ts';

/** Writes the parts of a small road in IFC4X3, which buildings do not have. Lengths in mm, angles in radians. */
export class RoadWriter {
  readonly step: StepWriter;
  readonly shapes: Shapes;
  readonly properties: Properties;
  readonly site: Ref;
  readonly sitePlacement: Ref;
  readonly project: Ref;
  readonly #lines: string[] = [];
  #next = 0;

  constructor(schema: 'IFC4X3_ADD2' | 'IFC4' | 'IFC2X3' = 'IFC4X3_ADD2') {
    this.step = new StepWriter((line) => this.#lines.push(line), 'x2');
    this.step.header({ schema, name: 'road.ifc' });
    this.shapes = new Shapes(this.step);
    this.properties = new Properties(this.step, 'road');
    const place = { name: '滨江路', georeference: null, inPlacement: false };
    const { project, site, sitePlacement } = writeSite(this.step, this.shapes, this.properties, place);
    [this.project, this.site, this.sitePlacement] = [project, site, sitePlacement];
  }

  guid(): string {
    this.#next += 1;
    return this.properties.guid(`road/${this.#next}`);
  }

  /** A block of 300 x 300 x 1000 standing on its origin. */
  block(): Ref {
    return this.shapes.body([this.shapes.extrude(this.shapes.rectangle(300, 300), 1000)], null);
  }

  /** A product of any class: `tail` are the attributes after its shape. */
  product(type: string, at: Point3 | Ref, shape: Ref | null, ...tail: Arg[]): Ref {
    const placement = 'id' in at ? at : this.shapes.placement(at, this.sitePlacement);
    return this.step.add(type, this.guid(), null, type, null, null, placement, shape, ...tail);
  }

  contain(structure: Ref, products: readonly Ref[]): void {
    this.step.add('IFCRELCONTAINEDINSPATIALSTRUCTURE', this.guid(), null, null, null, products, structure);
  }

  aggregate(whole: Ref, parts: readonly Ref[]): void {
    this.step.add('IFCRELAGGREGATES', this.guid(), null, null, null, whole, parts);
  }

  nest(whole: Ref, parts: readonly Ref[]): void {
    this.step.add('IFCRELNESTS', this.guid(), null, null, null, whole, parts);
  }

  point2(at: Point2): Ref {
    return this.step.add('IFCCARTESIANPOINT', [...at]);
  }

  /** A straight grid axis from one point to another; `sense` false: run through from the second to the first. */
  axis(tag: string, from: Point2, to: Point2, sense = true): Ref {
    const curve = this.step.add('IFCPOLYLINE', [this.point2(from), this.point2(to)]);
    return this.step.add('IFCGRIDAXIS', tag, curve, sense);
  }

  /** A grid axis on the first quarter of a circle around the grid's origin. */
  roundAxis(tag: string, radius: number): Ref {
    const flat = this.step.add('IFCAXIS2PLACEMENT2D', this.point2([0, 0]), null);
    const circle = this.step.add('IFCCIRCLE', flat, radius);
    const ends = (
      [
        [radius, 0],
        [0, radius],
      ] as const
    ).map((end) => [this.point2(end)]);
    const quarter = this.step.add(
      'IFCTRIMMEDCURVE',
      circle,
      ends[0] ?? [],
      ends[1] ?? [],
      true,
      enumeration('CARTESIAN'),
    );
    return this.step.add('IFCGRIDAXIS', tag, quarter, true);
  }

  grid(placement: Ref, u: readonly Ref[], v: readonly Ref[]): Ref {
    return this.step.add('IFCGRID', this.guid(), null, null, null, null, placement, null, u, v, null, null);
  }

  crossing(axes: readonly [Ref, Ref], offsets: readonly number[]): Ref {
    return this.step.add('IFCVIRTUALGRIDINTERSECTION', axes, [...offsets]);
  }

  onGrid(grid: Ref | null, crossing: Ref, direction: Ref | null = null): Ref {
    return this.step.add('IFCGRIDPLACEMENT', grid, crossing, direction);
  }

  horizontal(start: Point2, direction: number, radii: Point2, length: number, kind: string): Ref {
    const at = this.point2(start);
    const design = [at, direction, ...radii, length, null, enumeration(kind)];
    return this.segment(this.step.add('IFCALIGNMENTHORIZONTALSEGMENT', null, null, ...design));
  }

  vertical(at: number, length: number, height: number, slopes: Point2, kind: string): Ref {
    const design = [at, length, height, ...slopes, null, enumeration(kind)];
    return this.segment(this.step.add('IFCALIGNMENTVERTICALSEGMENT', null, null, ...design));
  }

  private segment(design: Ref): Ref {
    return this.step.add('IFCALIGNMENTSEGMENT', this.guid(), null, null, null, null, null, null, design);
  }

  /** An alignment with its layouts, a part of the project. */
  alignment(name: string, at: Point3, horizontal: readonly Ref[], vertical: readonly Ref[]): Ref {
    const placement = this.shapes.placement(at, null);
    const tail = [placement, null] as const;
    const alignment = this.step.add('IFCALIGNMENT', this.guid(), null, name, null, null, ...tail, null);
    const layouts = [
      ['IFCALIGNMENTHORIZONTAL', horizontal],
      ['IFCALIGNMENTVERTICAL', vertical],
    ] as const;
    const own = layouts.map(([type, segments]) => {
      const layout = this.step.add(type, this.guid(), null, null, null, null, ...tail);
      if (segments.length > 0) this.nest(layout, segments);
      return layout;
    });
    this.nest(alignment, own);
    this.aggregate(this.project, [alignment]);
    return alignment;
  }

  finish(): string {
    this.step.footer();
    return this.#lines.join('');
  }
}

/** The components of `writeRoad` by class: in the file, and drawn. */
export const ROAD_COUNTS: Readonly<Record<string, readonly [total: number, drawn: number]>> = {
  IFCDISTRIBUTIONPORT: [1, 0],
  IFCFACILITYPARTCOMMON: [1, 0],
  IFCKERB: [5, 3],
  IFCKERBSTONE: [2, 0],
  IFCOPENINGELEMENT: [1, 0],
  IFCROAD: [1, 0],
  IFCROADPART: [1, 0],
  IFCSIGNAL: [2, 2],
  IFCSITE: [1, 0],
  IFCSPACE: [1, 0],
  IFCSPATIALZONE: [1, 0],
  IFCTRANSPORTATIONDEVICE: [1, 1],
};

/**
 * A road with kerbs, signals, spatial parts, a zone, a room, an opening and a port. It also has classes outside every
 * schema, and style wrappers of an older one.
 */
export function writeRoad(): string {
  const road = new RoadWriter();
  const usage = [null, enumeration('ELEMENT')];
  const whole = road.product('IFCROAD', [0, 0, 0], null, ...usage, null);
  const lane = road.product('IFCROADPART', [0, 0, 0], null, ...usage, enumeration('LONGITUDINAL'), null);
  const edge = road.product('IFCFACILITYPARTCOMMON', [0, 0, 0], null, ...usage, enumeration('LATERAL'), null);
  road.aggregate(road.site, [whole]);
  road.aggregate(whole, [lane, edge]);
  const kerbs = [0, 1, 2].map((n) => road.product('IFCKERB', [n * 1000, 0, 0], road.block(), null, null));
  const bare = road.product('IFCKERB', [0, 0, 0], null, null, null);
  const line = road.step.add('IFCPOLYLINE', [road.shapes.point([0, 0, 0]), road.shapes.point([900, 0, 0])]);
  const axis = road.step.add('IFCSHAPEREPRESENTATION', road.shapes.context, 'Axis', 'Curve3D', [line]);
  const axisShape = road.step.add('IFCPRODUCTDEFINITIONSHAPE', null, null, [axis]);
  const thin = road.product('IFCKERB', [0, 3000, 0], axisShape, null, null);
  const signals = [1, 2].map((n) => road.product('IFCSIGNAL', [n * 4000, 5000, 0], road.block(), null, null));
  const cart = road.product('IFCTRANSPORTATIONDEVICE', [9000, 0, 0], road.block(), null);
  road.contain(edge, [...kerbs, bare, thin]);
  road.contain(lane, [...signals, cart]);
  const room = road.product('IFCSPACE', [0, 9000, 0], road.block(), ...usage, enumeration('INTERNAL'), null);
  road.aggregate(whole, [room]);
  road.product('IFCSPATIALZONE', [0, 20_000, 0], road.block(), null, enumeration('FIRESAFETY'));
  const hole = road.product('IFCOPENINGELEMENT', [0, 0, 500], road.block(), null, enumeration('OPENING'));
  road.step.add('IFCRELVOIDSELEMENT', road.guid(), null, null, null, kerbs[0] ?? hole, hole);
  road.product('IFCDISTRIBUTIONPORT', [0, 0, 0], null, null, null, null);
  for (let n = 0; n < 2; n++) road.product('IFCKERBSTONE', [n * 1000, 7000, 0], road.block(), null);
  for (let n = 0; n < 3; n++) road.step.add('IFCPRESENTATIONSTYLEASSIGNMENT', [kerbs[0] ?? hole]);
  for (let n = 0; n < 4; n++) road.step.add('IFCNOTHINGKNOWN', road.guid(), null, integer(n), derived);
  return road.finish();
}
