import type { FragmentsModel, RaycastResult } from '@thatopen/fragments';
import { SnappingClass } from '@thatopen/fragments';
import { Vector2 } from 'three';
import type { Vector3 } from 'three';
import type { Engine } from './loading/engine.ts';
import { sorted } from './lists.ts';
import type { Stage } from './view/stage.ts';
import type { Pick, Vec3 } from './types.ts';

/** Largest distance in pixels between the pointer and a corner or an edge for snapping. */
const SNAP_CORNER = 12;
const SNAP_EDGE = 8;

export type Snap = {
  readonly point: Vec3;
  readonly kind: 'vertex' | 'edge' | 'face';
  /** Both ends of the edge; null when the hit is not an edge. */
  readonly edge: readonly [Vec3, Vec3] | null;
};

/** Asks the worker for the component under the pointer. The worker skips hidden components and parts cut away. */
export class Picker {
  private readonly stage: Stage;
  private readonly engine: Engine;

  constructor(stage: Stage, engine: Engine) {
    this.stage = stage;
    this.engine = engine;
  }

  /** The nearest component under the pointer, from client coordinates as in pointer events. */
  async pick(clientX: number, clientY: number): Promise<Pick | null> {
    const request = this.request(clientX, clientY);
    const hits = await Promise.all(this.engine.models.map((model) => model.raycast(request)));
    const found = hits.filter((hit) => hit !== null);
    const nearest = sorted(found, byDistance)[0];
    if (!nearest) return null;
    const model = nearest.fragments;
    const [guid = null] = await model.getGuidsByLocalIds([nearest.localId]);
    return {
      modelId: model.modelId,
      localId: nearest.localId,
      guid,
      point: nearest.point.toArray(),
      normal: nearest.normal ? facing(nearest.normal, nearest.ray?.direction) : null,
    };
  }

  /** The corner, edge or face point under the pointer. A corner has priority over an edge, an edge over a face. */
  async snap(clientX: number, clientY: number): Promise<Snap | null> {
    const request = this.request(clientX, clientY);
    const snappingClasses = [SnappingClass.POINT, SnappingClass.LINE, SnappingClass.FACE];
    const answers = await Promise.all(
      this.engine.models.map((model: FragmentsModel) => model.raycastWithSnapping({ ...request, snappingClasses })),
    );
    const hits = answers.flatMap((answer) => answer ?? []);
    const { x, y } = this.stage.toDevice(clientX, clientY);
    const pointer = { x: ((x + 1) / 2) * this.stage.width, y: ((1 - y) / 2) * this.stage.height };
    const away = (hit: RaycastResult): number => {
      const at = this.stage.toPixels(hit.point);
      return at ? Math.hypot(at.x - pointer.x, at.y - pointer.y) : Infinity;
    };
    const closest = (kind: SnappingClass, most: number): RaycastResult | undefined => {
      const near = hits.filter((hit) => hit.snappingClass === kind && away(hit) <= most);
      return sorted(near, (a, b) => away(a) - away(b) || byDistance(a, b))[0];
    };
    const corner = closest(SnappingClass.POINT, SNAP_CORNER * this.stage.scale);
    if (corner) return { kind: 'vertex', point: corner.point.toArray(), edge: null };
    const edge = closest(SnappingClass.LINE, SNAP_EDGE * this.stage.scale);
    if (edge) {
      const ends = edge.snappedEdgeP1 && edge.snappedEdgeP2;
      return {
        kind: 'edge',
        point: edge.point.toArray(),
        edge: ends ? [(edge.snappedEdgeP1 as Vector3).toArray(), (edge.snappedEdgeP2 as Vector3).toArray()] : null,
      };
    }
    const faces = hits.filter((hit) => hit.snappingClass === SnappingClass.FACE);
    const face = sorted(faces, byDistance)[0];
    return face ? { kind: 'face', point: face.point.toArray(), edge: null } : null;
  }

  private request(clientX: number, clientY: number) {
    this.stage.rig.apply();
    return { camera: this.stage.rig.current, mouse: new Vector2(clientX, clientY), dom: this.stage.canvas };
  }
}

function byDistance(a: RaycastResult, b: RaycastResult): number {
  return a.distance - b.distance;
}

/** The normal of a thin or turned face may point away. Every tool expects it to point towards the viewer. */
function facing(normal: Vector3, direction: Vector3 | undefined): Vec3 {
  const away = direction !== undefined && normal.dot(direction) > 0;
  return (away ? normal.clone().negate() : normal).toArray();
}
