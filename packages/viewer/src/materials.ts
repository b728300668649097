import { Color, DoubleSide, FrontSide, Material, MeshLambertMaterial } from 'three';
import type { Side } from 'three';
import type { Theme } from './theme.ts';

/**
 * Shows solids cut open as filled. The inside of a closed solid is seen only through a cut, so painting back faces in one
 * flat colour looks like a cap on the cut, follows the plane while it is dragged and needs no extra geometry.
 * Alpha 0 tells the second pass (shaders.ts) where that happened.
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

  /** Call for every material of the model as it comes into being. */
  adopt(material: Material): void {
    // Coincident faces of neighbouring components flicker; a small offset by material decides which is in front. No offset
    // by slope: that of a sliver triangle is wrong by far, and its edges would be drawn.
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
