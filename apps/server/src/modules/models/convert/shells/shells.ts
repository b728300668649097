import { GeomsFbUtils, RepresentationClass } from '@thatopen/fragments';
import type { GeometryProcessSettings, ShellData } from '@thatopen/fragments';
import { faceIds } from './face-ids.ts';
import { FaceBuilder } from './faces.ts';
import { outlineOf } from './outlines.ts';
import { PackedProfiles } from './packed-profiles.ts';
import { Arena, PackedShell } from './packed-shells.ts';
import { PointTable } from './points.ts';

/** A triangle mesh from the importer: positions in metres, one normal per vertex. */
export interface Mesh {
  position: Float32Array;
  normals: Float32Array;
  index: Uint32Array;
  /** Keep the triangles unchanged (terrain). */
  raw: boolean;
  settings: GeometryProcessSettings;
  category?: number;
}

type Box = ShellData['bbox'];

function at(array: ArrayLike<number>, index: number): number {
  return array[index] ?? 0;
}

function boxOf(mesh: Mesh): Box {
  const box = GeomsFbUtils.getAABB(mesh.position, mesh.settings.precision);
  const flat = [...Object.values(box.min), ...Object.values(box.max)].every((value) => value === 0);
  if (flat) throw new Error('the shape has no extent');
  return box;
}

/** Makes every triangle a profile: for terrain, for very detailed shapes, and for shapes without clean borders. */
function triangleShell(mesh: Mesh, bbox: Box): ShellData {
  const { position, index, settings } = mesh;
  const table = new PointTable(position.length / 3);
  const corners = new Uint32Array(index.length - (index.length % 3));
  for (let i = 0; i < corners.length; i++) {
    const vertex = at(index, i) * 3;
    corners[i] = table.add(at(position, vertex), at(position, vertex + 1), at(position, vertex + 2));
  }
  const round = (value: number): number => Math.round(value * settings.precision) / settings.precision;
  const points: number[][] = [];
  for (let i = 0; i < table.size; i++) points.push([round(table.x(i)), round(table.y(i)), round(table.z(i))]);
  return {
    bbox,
    type: RepresentationClass.SHELL,
    profiles: PackedProfiles.ofTriangles(corners),
    holes: new Map(),
    points,
    // Without borders, hard edges cannot be found. All triangles are one smooth face.
    profilesFaceIds: Array.from({ length: corners.length / 3 }, () => 0),
  };
}

/** Triangles by plane, each plane with its normal, in the order of their first appearance. */
function planesOf(mesh: Mesh): { normals: number[][]; triangles: number[][] } {
  const { position, normals, index, settings } = mesh;
  const { normalPrecision, planePrecision } = settings;
  // Four numbers define a plane. The table numbers the first three as a "point", then that number with the fourth as another.
  const directions = new PointTable(64);
  const planes = new PointTable(64);
  const normalOfPlane: number[][] = [];
  const triangles: number[][] = [];
  for (let i = 0; i + 2 < index.length; i += 3) {
    const vertex = at(index, i) * 3;
    const nx = at(normals, vertex);
    const ny = at(normals, vertex + 1);
    const nz = at(normals, vertex + 2);
    const constant = -(at(position, vertex) * nx + at(position, vertex + 1) * ny + at(position, vertex + 2) * nz);
    const rounded = [nx, ny, nz].map((value) => Math.round(value * normalPrecision) / normalPrecision);
    const direction = directions.add(rounded[0] ?? 0, rounded[1] ?? 0, rounded[2] ?? 0);
    const plane = planes.add(direction, Math.round(constant * planePrecision), 0);
    if (plane === triangles.length) {
      triangles.push([i]);
      normalOfPlane.push(rounded);
    } else {
      triangles[plane]?.push(i);
    }
  }
  return { normals: normalOfPlane, triangles };
}

/** True when two vertices are so close that a triangle between them is noise. */
function tooNear(position: Float32Array, a: number, b: number, limit: number): boolean {
  const dx = at(position, a * 3) - at(position, b * 3);
  const dy = at(position, a * 3 + 1) - at(position, b * 3 + 1);
  const dz = at(position, a * 3 + 2) - at(position, b * 3 + 2);
  return !(Math.sqrt(dx * dx + dy * dy + dz * dz) > limit);
}

/** Flat faces with their borders, which keep .frag files small; null if a face has no border. */
function borderShell(mesh: Mesh, bbox: Box): ShellData | null {
  const { position, index, settings } = mesh;
  const { precision } = settings;
  const vertices = position.length / 3;
  const points = new PointTable(vertices);
  const faces = new FaceBuilder(vertices + 1);
  const limit = (1 / precision) * 10;
  const round = (value: number): number => Math.round(value * precision) / precision;
  const numberOf = (vertex: number): number =>
    points.add(
      round(at(position, vertex * 3)),
      round(at(position, vertex * 3 + 1)),
      round(at(position, vertex * 3 + 2)),
    );
  const planes = planesOf(mesh);
  for (const [plane, triangles] of planes.triangles.entries()) {
    faces.startPlane(plane);
    for (const i of triangles) {
      const [a, b, c] = [at(index, i), at(index, i + 1), at(index, i + 2)];
      const noise = tooNear(position, a, b, limit) || tooNear(position, a, c, limit) || tooNear(position, b, c, limit);
      if (!noise) faces.add(numberOf(a), numberOf(b), numberOf(c));
    }
  }

  const profiles: number[][] = [];
  const holes = new Map<number, number[][]>();
  for (const face of faces.faces()) {
    if (face.open.size === 0) return null;
    const edges = Array.from(face.open, (key) => faces.ends(face.edges.get(key) ?? 0));
    const outline = outlineOf(edges, points, planes.normals[face.plane] ?? [0, 0, 1]);
    if (outline.profile.length === 0) continue;
    if (outline.holes.length > 0) holes.set(profiles.length, outline.holes);
    profiles.push(outline.profile);
  }
  const coordinates: number[][] = [];
  for (let i = 0; i < points.size; i++) coordinates.push([points.x(i), points.y(i), points.z(i)]);
  return {
    bbox,
    type: RepresentationClass.SHELL,
    profiles: PackedProfiles.of(profiles),
    holes,
    points: coordinates,
    profilesFaceIds: faceIds(profiles, points, settings.faceThreshold),
  };
}

/**
 * Converts a mesh into the shell that a .frag file stores. The result equals the importer's own shell in a fraction of its time.
 * The importer keeps points and edges under text keys, and searches all faces for every triangle. It loses a shape with borders
 * that cross themselves, and this function keeps its triangles. Throws for a shape without extent.
 */
export function shellOf(mesh: Mesh): ShellData {
  const bbox = boxOf(mesh);
  const tooDetailed = mesh.position.length / 3 > mesh.settings.threshold;
  if (mesh.raw || tooDetailed) return triangleShell(mesh, bbox);
  try {
    return borderShell(mesh, bbox) ?? triangleShell(mesh, bbox);
  } catch (error) {
    if (error instanceof Error) return triangleShell(mesh, bbox);
    throw error;
  }
}

/** Makes the importer in this process build its shells here. They stay packed until it writes them. */
export function installFastShells(): void {
  const original = GeomsFbUtils.getShellData;
  const arena = new Arena();
  GeomsFbUtils.getShellData = (mesh) => {
    // We do not use thresholds per category. A caller that sets them gets the importer's own function.
    const ownThreshold = mesh.category !== undefined && mesh.settings.categoryFaceThresholds?.has(mesh.category);
    return ownThreshold ? original.call(GeomsFbUtils, mesh) : new PackedShell(shellOf(mesh), arena);
  };
}
