import type { FragmentsModel, MeshData } from '@thatopen/fragments';
import {
  BufferAttribute,
  BufferGeometry,
  CustomBlending,
  GreaterDepth,
  Mesh,
  MeshBasicMaterial,
  OneFactor,
  OneMinusSrcAlphaFactor,
  SrcAlphaFactor,
  Vector3,
  ZeroFactor,
} from 'three';
import type { Engine } from '../loading/engine.ts';
import type { Stage } from '../view/stage.ts';
import type { Registry } from './registry.ts';
import type { Visibility } from './visibility.ts';

/** A larger selection is a storey or a discipline, which needs no search. Its bodies are not fetched a second time. */
const MOST_ITEMS = 300;
const MOST_TRIANGLES = 200_000;

/**
 * Tints the selection faintly where other components cover it. Without the tint, a part selected in the tree stays
 * invisible inside the building. It is drawn last and only behind existing pixels, so the visible part keeps its look.
 */
export class XRay {
  private readonly stage: Stage;
  private readonly engine: Engine;
  private readonly registry: Registry;
  private readonly visibility: Visibility;
  private readonly material: MeshBasicMaterial;
  private readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;
  private selection: readonly string[] = [];
  private question = 0;

  constructor(stage: Stage, engine: Engine, registry: Registry, visibility: Visibility) {
    this.stage = stage;
    this.engine = engine;
    this.registry = registry;
    this.visibility = visibility;
    this.material = new MeshBasicMaterial({
      color: stage.theme.selection,
      transparent: true,
      opacity: 0.32,
      depthFunc: GreaterDepth,
      depthWrite: false,
      // Shifted towards the eye, or the visible selection would count as behind itself.
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -40,
      blending: CustomBlending,
      blendSrc: SrcAlphaFactor,
      blendDst: OneMinusSrcAlphaFactor,
      // The alpha of the picture marks where a solid is cut open (materials.ts), so it stays unchanged.
      blendSrcAlpha: ZeroFactor,
      blendDstAlpha: OneFactor,
    });
    this.mesh = new Mesh(new BufferGeometry(), this.material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    stage.models.add(this.mesh);
  }

  setColour(colour: string): void {
    this.material.color.set(colour);
  }

  select(guids: readonly string[]): Promise<void> {
    this.selection = guids;
    return this.apply();
  }

  /**
   * Also runs after a change of visibility, because hidden components get no tint. A later call makes the result of an
   * earlier one stale.
   */
  async apply(): Promise<void> {
    const request = ++this.question;
    const bodies = await this.bodies();
    if (request !== this.question) return;
    this.mesh.geometry.dispose();
    this.mesh.geometry = joined(bodies);
    this.mesh.visible = bodies.length > 0;
    this.stage.invalidate();
  }

  dispose(): void {
    this.question++;
    this.stage.models.remove(this.mesh);
    this.mesh.geometry.dispose();
    this.material.dispose();
  }

  private async bodies(): Promise<Body[]> {
    const wanted: { model: FragmentsModel; localIds: number[] }[] = [];
    for (const [model, ids] of await this.registry.locate(this.selection)) {
      const [drawn, out] = [await this.registry.drawn(model), await this.visibility.out(model)];
      const all = await this.registry.withDescendants(model, ids.values());
      wanted.push({ model, localIds: all.filter((localId) => drawn.has(localId) && !out.has(localId)) });
    }
    if (wanted.reduce((sum, { localIds }) => sum + localIds.length, 0) > MOST_ITEMS) return [];
    const found: Body[] = [];
    for (const { model, localIds } of wanted) {
      if (localIds.length === 0 || !this.engine.models.includes(model)) continue;
      model.object.updateMatrixWorld(true);
      for (const { transform, positions, indices } of (await model.getItemsGeometry(localIds)).flat()) {
        if (!positions || !indices) continue;
        found.push({ positions, indices, matrix: model.object.matrixWorld.clone().multiply(transform) });
      }
    }
    const triangles = found.reduce((sum, { indices }) => sum + indices.length / 3, 0);
    return triangles > MOST_TRIANGLES ? [] : found;
  }
}

type Body = {
  readonly positions: NonNullable<MeshData['positions']>;
  readonly indices: NonNullable<MeshData['indices']>;
  readonly matrix: MeshData['transform'];
};

/** Merges all bodies into one geometry, so the graphics card gets one draw call. */
function joined(bodies: readonly Body[]): BufferGeometry {
  const points = new Float32Array(bodies.reduce((sum, { positions }) => sum + positions.length, 0));
  const corners = new Uint32Array(bodies.reduce((sum, { indices }) => sum + indices.length, 0));
  const point = new Vector3();
  let [pointAt, cornerAt] = [0, 0];
  for (const { positions, indices, matrix } of bodies) {
    const first = pointAt / 3;
    for (const index of indices) corners[cornerAt++] = first + index;
    for (let at = 0; at < positions.length; at += 3) {
      point.fromArray(positions, at).applyMatrix4(matrix).toArray(points, pointAt);
      pointAt += 3;
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  geometry.setIndex(new BufferAttribute(corners, 1));
  return geometry;
}
