import {
  AmbientLight,
  Box3,
  DirectionalLight,
  Group,
  HemisphereLight,
  Plane,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { CameraRig } from './camera.ts';
import { Emitter } from '../emitter.ts';
import { CutFill } from '../materials.ts';
import { Picture } from '../picture.ts';
import type { Pixels } from '../picture.ts';
import { themes } from '../theme.ts';
import type { Theme } from '../theme.ts';
import type { Margins, Off, ThemeName, ViewerStats } from '../types.ts';
import { ViewerError } from '../types.ts';

/** A higher ratio of device pixels to CSS pixels costs four times the work without a visible gain. */
const MOST_PIXEL_RATIO = 2;

type StageEvents = {
  /** A picture was drawn. Overlays follow it. */
  frame: undefined;
  /** The camera has moved since the last picture. */
  camera: undefined;
  theme: Theme;
  lost: undefined;
  restored: undefined;
};

/**
 * The drawing surface: canvas, scene, lights, camera and the loop. It draws only after `invalidate` or during a
 * movement. Between movements the page uses no processor time, which saves battery.
 */
export class Stage {
  /** Holds canvas and overlays. Its pixels are screen pixels at every zoom of the page. */
  readonly host: HTMLDivElement;
  readonly canvas: HTMLCanvasElement;
  readonly scene = new Scene();
  readonly models = new Group();
  readonly rig: CameraRig;
  readonly cutFill: CutFill;
  readonly planes: Plane[] = [];
  private readonly renderer: WebGLRenderer;
  private picture: Picture;
  private readonly events: Emitter<StageEvents>;
  private readonly key = new DirectionalLight();
  private readonly fill = new DirectionalLight();
  private readonly hemisphere = new HemisphereLight();
  private readonly observer: ResizeObserver;
  private readonly movers = new Set<(seconds: number) => boolean>();
  private palette: Theme;
  private bars: Margins = { top: 0, bottom: 0 };
  private frameRequest = 0;
  private lastFrame = 0;
  private cameraMoved = true;
  private lost = false;
  private disposed = false;

  constructor(container: HTMLElement, theme: ThemeName, report: (error: unknown) => void) {
    this.palette = themes[theme];
    this.events = new Emitter(report);
    this.host = document.createElement('div');
    // The page is scaled with `body { zoom: var(--k) }`. Reversing it here keeps full resolution and correct pointer
    // positions. Texts of the overlay are enlarged by --k instead.
    this.host.style.cssText =
      'position:absolute;inset:0;overflow:hidden;zoom:calc(1 / var(--k, 1));user-select:none;-webkit-user-select:none';
    this.canvas = document.createElement('canvas');
    this.canvas.style.cssText =
      'position:absolute;inset:0;width:100%;height:100%;display:block;touch-action:none;outline:none';
    this.canvas.tabIndex = 0;
    this.host.append(this.canvas);
    try {
      this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: false, powerPreference: 'high-performance' });
    } catch (error) {
      throw new ViewerError('webgl', 'this browser offers no WebGL 2', error);
    }
    if (getComputedStyle(container).position === 'static') container.style.position = 'relative';
    container.append(this.host);
    this.rig = new CameraRig(() => {
      this.cameraMoved = true;
      this.invalidate();
    });
    this.picture = new Picture(this.renderer, this.palette);
    this.cutFill = new CutFill(this.palette);
    this.scene.add(
      this.models,
      this.hemisphere,
      this.key,
      this.key.target,
      this.fill,
      this.fill.target,
      new AmbientLight('#ffffff', 0.35),
    );
    this.light();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.host);
    this.canvas.addEventListener('webglcontextlost', this.onLost);
    this.canvas.addEventListener('webglcontextrestored', this.onRestored);
    this.resize();
  }

  get theme(): Theme {
    return this.palette;
  }

  get width(): number {
    return Math.max(this.host.clientWidth, 1);
  }

  get height(): number {
    return Math.max(this.host.clientHeight, 1);
  }

  /** Zoom factor of the page. Sizes of texts and handles are multiplied by it. */
  get scale(): number {
    return Number.parseFloat(getComputedStyle(this.host).getPropertyValue('--k')) || 1;
  }

  /** @param margins CSS pixels at the upper and lower edge of the window that bars cover */
  setMargins(margins: Margins): void {
    this.bars = margins;
    this.scaleMargins();
  }

  on<K extends keyof StageEvents>(event: K, listener: (payload: StageEvents[K]) => void): Off {
    return this.events.on(event, listener);
  }

  setTheme(name: ThemeName): void {
    this.palette = themes[name];
    this.picture.setTheme(this.palette);
    this.cutFill.setTheme(this.palette);
    this.light();
    this.events.emit('theme', this.palette);
    this.invalidate();
  }

  /** Requests a new picture with the next frame of the browser. */
  invalidate(): void {
    if (this.frameRequest || this.disposed || this.lost) return;
    this.frameRequest = requestAnimationFrame(this.frame);
  }

  /** Draws a pending picture now. A read from the last picture must not be one frame behind. */
  flush(): void {
    if (!this.frameRequest) return;
    cancelAnimationFrame(this.frameRequest);
    this.frame(performance.now());
  }

  /** Calls `mover` before every frame with the elapsed seconds, while it returns true. */
  animate(mover: (seconds: number) => boolean): Off {
    this.movers.add(mover);
    this.invalidate();
    return () => this.movers.delete(mover);
  }

  /** Sets the cutting planes of the scene. It needs a new array, because the library compares by content. */
  setPlanes(planes: readonly Plane[]): void {
    this.planes.length = 0;
    this.planes.push(...planes);
    this.renderer.clippingPlanes = [...planes];
    this.cutFill.setActive(planes.length > 0);
    this.invalidate();
  }

  modelBox(): Box3 {
    return this.boxOf;
  }

  setModelBox(box: Box3): void {
    this.boxOf.copy(box);
    this.rig.setBounds(box);
    this.invalidate();
  }
  private readonly boxOf = new Box3();

  /** Converts client coordinates of a pointer event to -1..1 in the window, y up. Valid at every zoom of the page. */
  toDevice(clientX: number, clientY: number): Vector2 {
    const rect = this.canvas.getBoundingClientRect();
    return new Vector2(((clientX - rect.left) / rect.width) * 2 - 1, 1 - ((clientY - rect.top) / rect.height) * 2);
  }

  /** Host pixels per client pixel: 1 unless the page is zoomed in a browser that counts differently. */
  clientScale(): number {
    return this.width / (this.canvas.getBoundingClientRect().width || 1);
  }

  /** The drawn point under the pointer, or null over the background. */
  pointAt(clientX: number, clientY: number): Vector3 | null {
    if (this.lost) return null;
    const { x, y } = this.toDevice(clientX, clientY);
    this.rig.apply();
    return this.picture.pointAt(x, y, this.rig.current);
  }

  /** Position of a point in pixels of the host. Null when it is behind the eye. */
  toPixels(point: Vector3): { x: number; y: number } | null {
    const camera = this.rig.current;
    const seen = point.clone().applyMatrix4(camera.matrixWorldInverse);
    if (seen.z > -camera.near) return null;
    const { x, y } = point.clone().project(camera);
    return { x: ((x + 1) / 2) * this.width, y: ((1 - y) / 2) * this.height };
  }

  stats(): ViewerStats {
    return this.picture.drawn;
  }

  /** A new picture without overlays, with the given width and the proportions of the window. */
  shoot(width: number): Pixels {
    this.needsContext();
    const height = Math.max(1, Math.round((width * this.height) / this.width));
    this.rig.apply();
    this.followCamera();
    return this.picture.read(this.scene, this.rig.current, width, height);
  }

  coverage(): number {
    this.needsContext();
    const width = Math.min(this.width, 640);
    const height = Math.max(1, Math.round((width * this.height) / this.width));
    this.rig.apply();
    this.followCamera();
    return this.picture.coverage(this.scene, this.models, this.rig.current, width, height);
  }

  /** Drops the graphics context for tests and the playground. The result restores it. */
  loseContext(): { restore(): void } {
    const extension = this.renderer.getContext().getExtension('WEBGL_lose_context');
    if (!extension) throw new ViewerError('context', 'the browser cannot provoke the loss of a context');
    extension.loseContext();
    return { restore: () => extension.restoreContext() };
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    cancelAnimationFrame(this.frameRequest);
    this.rig.stopAnimation();
    this.observer.disconnect();
    this.canvas.removeEventListener('webglcontextlost', this.onLost);
    this.canvas.removeEventListener('webglcontextrestored', this.onRestored);
    this.movers.clear();
    this.events.clear();
    this.picture.dispose();
    this.renderer.dispose();
    // Browsers keep about 16 contexts. Without this the seventeenth opened model loses the context of the first.
    this.renderer.forceContextLoss();
    this.host.remove();
  }

  private readonly frame = (now: number): void => {
    this.frameRequest = 0;
    const seconds = Math.min((now - this.lastFrame) / 1000, 0.1);
    this.lastFrame = now;
    let moving = this.rig.step(now);
    for (const mover of this.movers) {
      if (mover(seconds)) moving = true;
      else this.movers.delete(mover);
    }
    const camera = this.cameraMoved || moving;
    this.cameraMoved = false;
    this.rig.apply();
    this.followCamera();
    const ratio = this.renderer.getPixelRatio();
    this.picture.draw(this.scene, this.rig.current, Math.round(this.width * ratio), Math.round(this.height * ratio));
    this.events.emit('frame', undefined);
    if (camera) this.events.emit('camera', undefined);
    if (moving) this.invalidate();
  };

  private resize(): void {
    if (this.disposed) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, MOST_PIXEL_RATIO));
    this.renderer.setSize(this.width, this.height, false);
    this.rig.resize(this.width, this.height);
    this.scaleMargins();
    // Setting the size clears the canvas. Waiting for the next frame would show an empty flash.
    if (this.frameRequest) cancelAnimationFrame(this.frameRequest);
    this.frameRequest = 0;
    if (!this.lost) this.frame(performance.now());
  }

  private scaleMargins(): void {
    const { top, bottom } = this.bars;
    this.rig.margins = { top: top * this.scale, bottom: bottom * this.scale };
  }

  private light(): void {
    const { sky, ground } = this.palette;
    this.hemisphere.color.set(sky);
    this.hemisphere.groundColor.set(ground);
    this.hemisphere.intensity = 1.5;
    this.key.color.set('#ffffff');
    this.key.intensity = 1.7;
    this.fill.color.set(sky);
    this.fill.intensity = 0.5;
  }

  /** The light comes from behind the left shoulder of the viewer, so that no view has only faces in shadow. */
  private followCamera(): void {
    const forward = this.rig.forward();
    const right = this.rig.right();
    const level = new Vector3(forward.x, 0, forward.z);
    if (level.lengthSq() < 1e-6) level.crossVectors(right, new Vector3(0, -1, 0));
    level.normalize();
    this.key.position.set(0, 1.1, 0).addScaledVector(right, -0.75).addScaledVector(level, -0.8);
    this.fill.position.set(0, 0.1, 0).addScaledVector(right, 1).addScaledVector(level, -0.4);
  }

  private needsContext(): void {
    if (this.disposed) throw new ViewerError('disposed', 'the viewer was disposed of');
    if (this.lost) throw new ViewerError('context', 'the graphics context is lost');
  }

  private readonly onLost = (event: Event): void => {
    // Without preventDefault the browser never restores the context.
    event.preventDefault();
    this.lost = true;
    cancelAnimationFrame(this.frameRequest);
    this.frameRequest = 0;
    // Objects of the lost context are freed here without cost. The new context would log an error for each.
    this.picture.dispose();
    this.events.emit('lost', undefined);
  };

  private readonly onRestored = (): void => {
    this.lost = false;
    this.picture = new Picture(this.renderer, this.palette);
    this.events.emit('restored', undefined);
    this.invalidate();
  };
}
