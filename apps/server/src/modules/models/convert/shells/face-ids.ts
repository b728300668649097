import type { PointTable } from './points.ts';

/**
 * The number of an edge in the viewer's file format. The importer concatenates the decimal numbers of both points, so that some
 * edges collide, e.g. 4, 40 and 400. This is kept, so that our files equal those of the importer.
 */
function edgeNumber(a: number, b: number): number {
  const larger = Math.max(a, b);
  let scale = 1;
  while (scale <= larger) scale *= 10;
  return Math.min(a, b) + larger / scale;
}

type Normal = [x: number, y: number, z: number];

/** Normal of the first three consecutive points that are not collinear; `previous` if there are none. */
function normalOf(profile: readonly number[], points: PointTable, previous: Normal): Normal {
  let normal = previous;
  for (let i = 0; i + 2 < profile.length; i++) {
    const [a = 0, b = 0, c = 0] = [profile[i], profile[i + 1], profile[i + 2]];
    const ux = points.x(c) - points.x(b);
    const uy = points.y(c) - points.y(b);
    const uz = points.z(c) - points.z(b);
    const vx = points.x(a) - points.x(b);
    const vy = points.y(a) - points.y(b);
    const vz = points.z(a) - points.z(b);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const square = nx * nx + ny * ny + nz * nz;
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    normal = [nx * scale, ny * scale, nz * scale];
    if (square > 0 && normal.some((part) => part !== 0)) return normal;
  }
  return normal;
}

/** Labels that can be declared equal (union-find). The class of a label is the label that it was last joined to. */
class Labels {
  readonly #parent: number[] = [];

  next(): number {
    return this.#parent.push(this.#parent.length) - 1;
  }

  find(label: number): number {
    let root = label;
    while (this.#parent[root] !== root) root = this.#parent[root] ?? root;
    let at = label;
    while (at !== root) {
      const up = this.#parent[at] ?? root;
      this.#parent[at] = root;
      at = up;
    }
    return root;
  }

  join(label: number, into: number): void {
    this.#parent[this.find(label)] = into;
  }
}

/**
 * Numbers the smooth faces of a shape. Neighbouring profiles with normals closer than the threshold are one face, and the viewer
 * draws no line between them. `threshold` is the cosine below which an edge is hard.
 */
export function faceIds(profiles: readonly number[][], points: PointTable, threshold: number): number[] {
  const profilesOfEdge = new Map<number, number[]>();
  const edgesOfProfile: number[][] = [];
  const normals: Normal[] = [];
  let normal: Normal = [0, 0, 0];
  for (const [index, profile] of profiles.entries()) {
    const edges: number[] = [];
    for (let i = 0; i < profile.length; i++) {
      const next = profile[i === profile.length - 1 ? 0 : i + 1] ?? 0;
      const edge = edgeNumber(profile[i] ?? 0, next);
      edges.push(edge);
      const sharing = profilesOfEdge.get(edge);
      if (sharing) sharing.push(index);
      else profilesOfEdge.set(edge, [index]);
    }
    edgesOfProfile.push(edges);
    normal = normalOf(profile, points, normal);
    normals.push(normal);
  }

  const labels = new Labels();
  const labelOf = new Int32Array(profiles.length).fill(-1);
  const isHard = (one: number, other: number): boolean => {
    const [a, b] = [normals[one], normals[other]];
    if (!a || !b) return true;
    return Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) < threshold;
  };
  for (const [index, edges] of edgesOfProfile.entries()) {
    const known = labelOf[index] ?? -1;
    const own = known < 0 ? labels.next() : labels.find(known);
    labelOf[index] = own;
    for (const edge of edges) {
      for (const other of profilesOfEdge.get(edge) ?? []) {
        if (other === index) continue;
        const hard = isHard(index, other);
        const theirs = labelOf[other] ?? -1;
        if (theirs < 0) labelOf[other] = hard ? labels.next() : own;
        else if (!hard) labels.join(theirs, own);
      }
    }
  }
  return Array.from(labelOf, (label) => labels.find(label));
}
