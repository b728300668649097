import type { Projection, Vec3, Viewpoint, ViewpointCamera } from './types.ts';

/** The JSON is not a viewpoint. `path` names the field, e.g. `camera.position`. */
export class ViewpointError extends Error {
  readonly path: string;
  constructor(path: string, expected: string) {
    super(`viewpoint: ${path} must be ${expected}`);
    this.name = 'ViewpointError';
    this.path = path;
  }
}

/** No user creates longer lists. They would block the page that opens the view. */
const MOST_GUIDS = 200_000;
const MOST_SECTIONS = 64;

type Fields = Record<string, unknown>;

function fields(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ViewpointError(path, 'an object');
  return value as Fields;
}

function vec3(value: unknown, path: string): Vec3 {
  if (!Array.isArray(value) || value.length !== 3 || !value.every((n) => typeof n === 'number' && Number.isFinite(n))) {
    throw new ViewpointError(path, 'three finite numbers');
  }
  const [x, y, z] = value as [number, number, number];
  return [x, y, z];
}

function direction(value: unknown, path: string): Vec3 {
  const [x, y, z] = vec3(value, path);
  const length = Math.hypot(x, y, z);
  if (length < 1e-9) throw new ViewpointError(path, 'a direction, not zero');
  return [x / length, y / length, z / length];
}

function list(value: unknown, path: string, most: number): unknown[] {
  if (!Array.isArray(value) || value.length > most) throw new ViewpointError(path, `a list of at most ${most}`);
  return value;
}

function guids(value: unknown, path: string): string[] {
  const seen = new Set<string>();
  for (const [index, guid] of list(value, path, MOST_GUIDS).entries()) {
    if (typeof guid !== 'string' || guid.length === 0 || guid.length > 64) {
      throw new ViewpointError(`${path}[${index}]`, 'a GUID');
    }
    seen.add(guid);
  }
  return [...seen];
}

function projection(value: unknown, path: string): Projection {
  if (value !== 'perspective' && value !== 'orthographic') {
    throw new ViewpointError(path, "'perspective' or 'orthographic'");
  }
  return value;
}

function flag(value: unknown, path: string): boolean {
  if (typeof value !== 'boolean') throw new ViewpointError(path, 'true or false');
  return value;
}

function camera(value: unknown): ViewpointCamera {
  const raw = fields(value, 'camera');
  const position = vec3(raw.position, 'camera.position');
  const target = vec3(raw.target, 'camera.target');
  if (Math.hypot(target[0] - position[0], target[1] - position[1], target[2] - position[2]) < 1e-6) {
    throw new ViewpointError('camera.target', 'apart from camera.position');
  }
  return { position, target, projection: projection(raw.projection, 'camera.projection') };
}

/**
 * Reads a stored viewpoint: checks every field, drops unknown fields, makes normals unit long.
 * @throws ViewpointError with the path of the first field that is wrong
 */
export function parseViewpoint(json: unknown): Viewpoint {
  const raw = fields(json, 'viewpoint');
  if (raw.version !== 1) throw new ViewpointError('version', '1');
  const sections = list(raw.sections, 'sections', MOST_SECTIONS).map((entry, index) => {
    const plane = fields(entry, `sections[${index}]`);
    return {
      point: vec3(plane.point, `sections[${index}].point`),
      normal: direction(plane.normal, `sections[${index}].normal`),
    };
  });
  return {
    version: 1,
    origin: vec3(raw.origin, 'origin'),
    camera: camera(raw.camera),
    sections,
    hidden: guids(raw.hidden, 'hidden'),
    isolated: raw.isolated === null ? null : guids(raw.isolated, 'isolated'),
    spaces: flag(raw.spaces, 'spaces'),
    selection: guids(raw.selection, 'selection'),
  };
}

/**
 * The same view from another origin. The first loaded model sets the position of the drawing space. A view saved with
 * model A first and opened with model B first must move by the difference.
 */
export function rebase(view: Viewpoint, origin: Vec3): Viewpoint {
  const shift = ([x, y, z]: Vec3): Vec3 => [
    x + origin[0] - view.origin[0],
    y + origin[1] - view.origin[1],
    z + origin[2] - view.origin[2],
  ];
  return {
    ...view,
    origin,
    camera: { ...view.camera, position: shift(view.camera.position), target: shift(view.camera.target) },
    sections: view.sections.map(({ point, normal }) => ({ point: shift(point), normal })),
  };
}
