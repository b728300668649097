import { Color, DoubleSide, FrontSide, Material, MeshLambertMaterial } from 'three';
import type { Side } from 'three';
import type { Theme } from './theme.ts';

/**
 * Shows solids that are cut open as filled. The inside of a closed solid is visible only through a cut. So back faces
 * in one flat colour look like a cap. The cap follows the plane during a drag and needs no extra geometry. Alpha 0
 * marks these pixels for the second pass (shaders.ts).
 */
export class CutFill {
  private readonly active = { value: 0 };
  private readonly colour = { value: new Color() };
  private readonly known = new Map<Material, Side>();
  private count = 0;

  constructor(theme: Theme) {
    this.setTheme(theme);
  }

  setTheme(theme: Theme): void {
    this.colour.value.set(theme.cut);
  }

  /** Call this for every new material of the model. */
  adopt(material: Material): void {
    // Coincident faces of neighbouring components flicker. A small offset by material decides which is in front. An
    // offset by slope is far too large for sliver triangles, and their edges would be drawn.
    material.polygonOffset = true;
    material.polygonOffsetFactor = 0;
    material.polygonOffsetUnits = (this.count++ % 6) * 2;
    if (!(material instanceof MeshLambertMaterial)) return;
    this.known.set(material, material.side);
    material.onBeforeCompile = (shader) => {
      shader.uniforms.cutActive = this.active;
      shader.uniforms.cutColour = this.colour;
      shader.fragmentShader = `uniform float cutActive;\nuniform vec3 cutColour;\n${shader.fragmentShader}`.replace(
        '#include <dithering_fragment>',
        `#include <dithering_fragment>
        #ifdef OPAQUE
        if (cutActive > 0.5 && !gl_FrontFacing) gl_FragColor = vec4(cutColour, 0.0);
        #endif`,
      );
    };
    material.customProgramCacheKey = () => 'cut-fill';
    this.dress(material);
  }

  forget(material: Material): void {
    this.known.delete(material);
  }

  setActive(active: boolean): void {
    if (active === this.active.value > 0.5) return;
    this.active.value = active ? 1 : 0;
    for (const material of this.known.keys()) this.dress(material);
  }

  private dress(material: Material): void {
    const own = this.known.get(material) ?? FrontSide;
    const side = this.active.value > 0.5 ? DoubleSide : own;
    if (material.side === side) return;
    material.side = side;
    material.needsUpdate = true;
  }
}
