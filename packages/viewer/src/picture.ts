import {
  Color,
  DataTexture,
  DepthTexture,
  HalfFloatType,
  LinearFilter,
  Mesh,
  NearestFilter,
  OrthographicCamera,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  SRGBColorSpace,
  UnsignedIntType,
  Vector2,
  Vector3,
  WebGLRenderTarget,
} from 'three';
import type { Object3D, WebGLRenderer } from 'three';
import type { Theme } from './theme.ts';
import type { ViewerStats } from './types.ts';
import { composeFragment, depthFragment, fullScreenVertex } from './shaders.ts';

type AnyCamera = PerspectiveCamera | OrthographicCamera;
export type Pixels = { readonly width: number; readonly height: number; readonly rgba: Uint8Array };

/**
 * Draws one picture of the scene in two passes: first the scene with depth, then the edges from that depth. Without
 * edges, white walls on a light background are not distinguishable. Real lines would cost as much as the model itself.
 */
export class Picture {
  private readonly renderer: WebGLRenderer;
  private readonly screen = new Scene();
  private readonly screenCamera = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  private readonly quad: Mesh<PlaneGeometry, ShaderMaterial>;
  private readonly compose: ShaderMaterial;
  private readonly depthProbe: ShaderMaterial;
  private readonly probeTarget = new WebGLRenderTarget(1, 1, { depthBuffer: false });
  private surface: WebGLRenderTarget;
  private background: DataTexture;
  /** Figures of the last picture in the window. */
  drawn: ViewerStats = { triangles: 0, draws: 0 };

  constructor(renderer: WebGLRenderer, theme: Theme) {
    this.renderer = renderer;
    this.surface = makeSurface(1, 1);
    this.compose = new ShaderMaterial({
      vertexShader: fullScreenVertex,
      fragmentShader: composeFragment,
      depthTest: false,
      depthWrite: false,
      uniforms: {
        tColor: { value: null },
        tDepth: { value: null },
        texel: { value: new Vector2() },
        near: { value: 1 },
        far: { value: 1 },
        parallel: { value: 0 },
        pixelScale: { value: 0 },
        lineColor: { value: new Color() },
        lineStrength: { value: 0 },
      },
    });
    this.depthProbe = new ShaderMaterial({
      vertexShader: fullScreenVertex,
      fragmentShader: depthFragment,
      depthTest: false,
      depthWrite: false,
      uniforms: { tDepth: { value: null }, at: { value: new Vector2() } },
    });
    this.quad = new Mesh(new PlaneGeometry(2, 2), this.compose);
    this.quad.frustumCulled = false;
    this.screen.add(this.quad);
    this.background = makeBackground(theme);
    this.setTheme(theme);
  }

  setTheme(theme: Theme): void {
    this.background.dispose();
    this.background = makeBackground(theme);
    const { uniforms } = this.compose;
    uniforms.lineColor?.value.set(theme.line);
    if (uniforms.lineStrength) uniforms.lineStrength.value = theme.lineStrength;
  }

  /** Draws to the window. Width and height are in device pixels. */
  draw(scene: Scene, camera: AnyCamera, width: number, height: number): void {
    if (this.surface.width !== width || this.surface.height !== height) this.surface.setSize(width, height);
    this.drawn = this.pass(scene, camera, this.surface, null);
  }

  /** Draws off screen and reads the pixels back, bottom row first as the graphics card returns them. */
  read(scene: Scene, camera: AnyCamera, width: number, height: number): Pixels {
    const surface = makeSurface(width, height);
    const out = new WebGLRenderTarget(width, height, { depthBuffer: false });
    const rgba = new Uint8Array(width * height * 4);
    try {
      this.pass(scene, camera, surface, out);
      this.renderer.readRenderTargetPixels(out, 0, 0, width, height, rgba);
    } finally {
      surface.depthTexture?.dispose();
      surface.dispose();
      out.dispose();
    }
    return { width, height, rgba };
  }

  /** Share of the pixels (0 to 1) that the model changes against the empty background, from two new drawings. */
  coverage(scene: Scene, model: Object3D, camera: AnyCamera, width: number, height: number): number {
    const shown = this.read(scene, camera, width, height).rgba;
    const was = model.visible;
    model.visible = false;
    let bare: Uint8Array;
    try {
      bare = this.read(scene, camera, width, height).rgba;
    } finally {
      model.visible = was;
    }
    let differing = 0;
    for (let at = 0; at < shown.length; at += 4) {
      const distance = Math.max(
        Math.abs((shown[at] ?? 0) - (bare[at] ?? 0)),
        Math.abs((shown[at + 1] ?? 0) - (bare[at + 1] ?? 0)),
        Math.abs((shown[at + 2] ?? 0) - (bare[at + 2] ?? 0)),
      );
      // The dither of the background moves by one step at most.
      if (distance > 3) differing++;
    }
    return differing / (shown.length / 4);
  }

  /**
   * The drawn point of the model at a position of the window, or null over the background. x and y run from -1 to 1. It
   * reads one pixel of the last picture and needs no request to the worker. Orbit and zoom need it at once.
   */
  pointAt(x: number, y: number, camera: AnyCamera): Vector3 | null {
    const { uniforms } = this.depthProbe;
    if (uniforms.tDepth) uniforms.tDepth.value = this.surface.depthTexture;
    uniforms.at?.value.set((x + 1) / 2, (y + 1) / 2);
    this.drawQuad(this.depthProbe, this.probeTarget);
    const bytes = new Uint8Array(4);
    this.renderer.readRenderTargetPixels(this.probeTarget, 0, 0, 1, 1, bytes);
    const [r = 0, g = 0, b = 0, drawn = 0] = bytes;
    if (drawn === 0) return null;
    const depth = (r * 65536 + g * 256 + b) / 16777215;
    return new Vector3(x, y, depth * 2 - 1).unproject(camera);
  }

  dispose(): void {
    this.surface.depthTexture?.dispose();
    this.surface.dispose();
    this.probeTarget.dispose();
    this.background.dispose();
    this.compose.dispose();
    this.depthProbe.dispose();
    this.quad.geometry.dispose();
  }

  private pass(
    scene: Scene,
    camera: AnyCamera,
    surface: WebGLRenderTarget,
    out: WebGLRenderTarget | null,
  ): ViewerStats {
    const { renderer } = this;
    scene.background = this.background;
    renderer.setRenderTarget(surface);
    renderer.render(scene, camera);
    const { triangles, calls } = renderer.info.render;
    const { uniforms } = this.compose;
    const set = (name: string, value: unknown): void => {
      const uniform = uniforms[name];
      if (uniform) uniform.value = value;
    };
    set('tColor', surface.texture);
    set('tDepth', surface.depthTexture);
    uniforms.texel?.value.set(1 / surface.width, 1 / surface.height);
    set('near', camera.near);
    set('far', camera.far);
    const parallel = camera instanceof OrthographicCamera;
    set('parallel', parallel ? 1 : 0);
    const span = parallel
      ? (camera.top - camera.bottom) / camera.zoom
      : 2 * Math.tan((camera.getEffectiveFOV() * Math.PI) / 360);
    set('pixelScale', span / surface.height);
    this.drawQuad(this.compose, out);
    // Counted before the second pass, which adds its own draw calls.
    return { triangles, draws: calls };
  }

  private drawQuad(material: ShaderMaterial, out: WebGLRenderTarget | null): void {
    this.quad.material = material;
    this.renderer.setRenderTarget(out);
    this.renderer.render(this.screen, this.screenCamera);
    this.renderer.setRenderTarget(null);
  }
}

function makeSurface(width: number, height: number): WebGLRenderTarget {
  const depthTexture = new DepthTexture(width, height, UnsignedIntType);
  depthTexture.minFilter = NearestFilter;
  depthTexture.magFilter = NearestFilter;
  return new WebGLRenderTarget(width, height, {
    samples: 4,
    // Half floats, because the picture stays in linear light until the second pass. With 8 bits the dark parts show
    // bands.
    type: HalfFloatType,
    depthTexture,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
}

function makeBackground(theme: Theme): DataTexture {
  const rows = 64;
  const data = new Uint8Array(rows * 4);
  // The gradient uses sRGB steps, which look even to the eye. The texture is marked as sRGB.
  const top = new Color(theme.backgroundTop).convertLinearToSRGB();
  const bottom = new Color(theme.backgroundBottom).convertLinearToSRGB();
  const mixed = new Color();
  for (let row = 0; row < rows; row++) {
    mixed.lerpColors(bottom, top, row / (rows - 1));
    data.set([mixed.r * 255, mixed.g * 255, mixed.b * 255, 255], row * 4);
  }
  const texture = new DataTexture(data, 1, rows);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
