import { derived, enumeration, integer } from './step.ts';
import type { Ref, StepWriter } from './step.ts';

export type Point2 = readonly [number, number];
export type Point3 = readonly [number, number, number];

/** The colours of the model; alpha is 1 - transparency. */
const COLOURS = {
  concrete: [0.72, 0.72, 0.7, 0],
  plaster: [0.93, 0.91, 0.86, 0],
  wood: [0.6, 0.42, 0.25, 0],
  glass: [0.55, 0.75, 0.85, 0.6],
  steel: [0.45, 0.48, 0.52, 0],
  duct: [0.3, 0.5, 0.75, 0],
} as const;

export type Colour = keyof typeof COLOURS;

/** Geometry of a model in millimetres; profiles, solids and placements with the shared parts written once. */
export class Shapes {
  readonly #step: StepWriter;
  readonly #styles = new Map<Colour, Ref>();
  readonly #up: Ref;
  readonly #along: Ref;
  readonly #across: Ref;
  readonly #origin: Ref;
  readonly #originAxes: Ref;
  readonly #flatAxes: Ref;
  readonly context: Ref;
  readonly #body: Ref;

  constructor(step: StepWriter) {
    this.#step = step;
    this.#origin = this.point([0, 0, 0]);
    this.#up = step.add('IFCDIRECTION', [0, 0, 1]);
    this.#along = step.add('IFCDIRECTION', [1, 0, 0]);
    this.#across = step.add('IFCDIRECTION', [0, 1, 0]);
    this.#originAxes = step.add('IFCAXIS2PLACEMENT3D', this.#origin, null, null);
    const flatOrigin = step.add('IFCCARTESIANPOINT', [0, 0]);
    this.#flatAxes = step.add('IFCAXIS2PLACEMENT2D', flatOrigin, null);
    this.context = step.add(
      'IFCGEOMETRICREPRESENTATIONCONTEXT',
      null,
      'Model',
      integer(3),
      0.00001,
      this.#originAxes,
      null,
    );
    this.#body = step.add(
      'IFCGEOMETRICREPRESENTATIONSUBCONTEXT',
      'Body',
      'Model',
      derived,
      derived,
      derived,
      derived,
      this.context,
      null,
      enumeration('MODEL_VIEW'),
      null,
    );
  }

  point(at: Point3): Ref {
    return this.#step.add('IFCCARTESIANPOINT', [...at]);
  }

  /** A placement relative to another; with `turned` its x axis runs along the parent's y axis. */
  placement(at: Point3, parent: Ref | null, turned = false): Ref {
    const axes = turned
      ? this.#step.add('IFCAXIS2PLACEMENT3D', this.point(at), this.#up, this.#across)
      : this.#step.add('IFCAXIS2PLACEMENT3D', this.point(at), null, null);
    return this.#step.add('IFCLOCALPLACEMENT', parent, axes);
  }

  rectangle(width: number, depth: number): Ref {
    return this.#step.add('IFCRECTANGLEPROFILEDEF', enumeration('AREA'), null, this.#flatAxes, width, depth);
  }

  circle(radius: number): Ref {
    return this.#step.add('IFCCIRCLEPROFILEDEF', enumeration('AREA'), null, this.#flatAxes, radius);
  }

  /** A tube: outer radius and thickness of its wall. */
  tube(radius: number, thickness: number): Ref {
    return this.#step.add('IFCCIRCLEHOLLOWPROFILEDEF', enumeration('AREA'), null, this.#flatAxes, radius, thickness);
  }

  /** A rolled steel section (I shape): overall width and depth, thickness of web and flange. */
  steelSection(width: number, depth: number, web: number, flange: number): Ref {
    return this.#step.add(
      'IFCISHAPEPROFILEDEF',
      enumeration('AREA'),
      null,
      this.#flatAxes,
      width,
      depth,
      web,
      flange,
      null,
      null,
      null,
    );
  }

  /** A closed outline; the first point is repeated at the end by this function. */
  polygon(outline: readonly Point2[]): Ref {
    const points = outline.map((at) => this.#step.add('IFCCARTESIANPOINT', [...at]));
    const [first] = points;
    if (!first) throw new RangeError('an outline needs points');
    const line = this.#step.add('IFCPOLYLINE', [...points, first]);
    return this.#step.add('IFCARBITRARYCLOSEDPROFILEDEF', enumeration('AREA'), null, line);
  }

  /** A profile extruded along z, or along x when it is `lying` (its own y axis then points upwards). */
  extrude(profile: Ref, depth: number, at: Point3 = [0, 0, 0], lying = false): Ref {
    const axes = lying
      ? this.#step.add('IFCAXIS2PLACEMENT3D', this.point(at), this.#along, this.#across)
      : this.#step.add('IFCAXIS2PLACEMENT3D', this.point(at), null, null);
    return this.#step.add('IFCEXTRUDEDAREASOLID', profile, axes, this.#up, depth);
  }

  /** A closed surface of triangles; `triangles` counts points from 1 as IFC does. */
  triangles(points: readonly Point3[], triangles: readonly Point3[]): Ref {
    const list = this.#step.add(
      'IFCCARTESIANPOINTLIST3D',
      points.map((at) => [...at]),
    );
    return this.#step.add(
      'IFCTRIANGULATEDFACESET',
      list,
      null,
      true,
      triangles.map((corner) => corner.map(integer)),
      null,
    );
  }

  /** The shape of a component: its solids in one colour. */
  body(solids: readonly Ref[], colour: Colour | null, kind: 'SweptSolid' | 'Tessellation' = 'SweptSolid'): Ref {
    if (colour) {
      const style = this.style(colour);
      for (const solid of solids) this.#step.add('IFCSTYLEDITEM', solid, [style], null);
    }
    const shape = this.#step.add('IFCSHAPEREPRESENTATION', this.#body, 'Body', kind, solids);
    return this.#step.add('IFCPRODUCTDEFINITIONSHAPE', null, null, [shape]);
  }

  private style(colour: Colour): Ref {
    const known = this.#styles.get(colour);
    if (known) return known;
    const [red, green, blue, transparency] = COLOURS[colour];
    const rgb = this.#step.add('IFCCOLOURRGB', null, red, green, blue);
    const shading = this.#step.add('IFCSURFACESTYLESHADING', rgb, transparency);
    const style = this.#step.add('IFCSURFACESTYLE', colour, enumeration('BOTH'), [shading]);
    this.#styles.set(colour, style);
    return style;
  }
}
