import { Vector3 } from 'three';
import type { Stage } from './stage.ts';

const TURN_PER_PIXEL = 0.005;
const KEY_TURN = Math.PI / 12;
const KEY_PAN_PIXELS = 60;
/** The pivot is kept while the wheel keeps turning, so that one scroll goes to one point. */
const WHEEL_PAUSE_MS = 250;
/** A shorter drag is still a click. A turn at once would make the picture jump at every selection. */
const DRAG_START = 4;

type Drag = 'orbit' | 'pan';
type Finger = { x: number; y: number };

/**
 * Maps pointer, wheel, touch and keys to the camera. A left drag turns around the point under the pointer, a right or
 * middle drag moves the view. The wheel zooms to the pointer. One finger turns, two fingers move and pinch.
 */
export class Navigation {
  /** In roaming a drag turns the direction of view only. */
  mode: 'orbit' | 'look' = 'orbit';
  private readonly stage: Stage;
  private readonly fingers = new Map<number, Finger>();
  private drag: Drag | null = null;
  private travelled = 0;
  private pivot = new Vector3();
  private wheelPivot: { at: number; point: Vector3; x: number; y: number } | null = null;
  private readonly stop = new AbortController();

  constructor(stage: Stage) {
    this.stage = stage;
    const { canvas } = stage;
    const { signal } = this.stop;
    canvas.addEventListener('pointerdown', this.onDown, { signal });
    canvas.addEventListener('pointermove', this.onMove, { signal });
    canvas.addEventListener('pointerup', this.onUp, { signal });
    canvas.addEventListener('pointercancel', this.onUp, { signal });
    canvas.addEventListener('wheel', this.onWheel, { signal, passive: false });
    canvas.addEventListener('keydown', this.onKey, { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    // The middle button would start the scrolling of the browser.
    canvas.addEventListener('mousedown', (event) => event.button === 1 && event.preventDefault(), { signal });
  }

  dispose(): void {
    this.stop.abort();
  }

  /** Pivot of a gesture at this position: the drawn point, or the middle of the model at that depth. */
  private pivotAt(clientX: number, clientY: number): Vector3 {
    const { rig } = this.stage;
    const hit = this.stage.pointAt(clientX, clientY);
    if (hit) {
      rig.focusAtDepthOf(hit);
      return hit;
    }
    const box = this.stage.modelBox();
    return box.isEmpty() ? rig.target() : box.getCenter(new Vector3());
  }

  /**
   * The position under the pointer at the depth of the point. Zooming over the background must also go to the pointer.
   */
  private placeAt(clientX: number, clientY: number): Vector3 {
    const { rig } = this.stage;
    const hit = this.stage.pointAt(clientX, clientY);
    if (hit) {
      rig.focusAtDepthOf(hit);
      return hit;
    }
    const { x, y } = this.stage.toDevice(clientX, clientY);
    const ray = rig.ray(x, y);
    const forward = rig.forward();
    const depth = rig.target().sub(ray.origin).dot(forward) / Math.max(ray.direction.dot(forward), 1e-6);
    return ray.at(depth, new Vector3());
  }

  private readonly onDown = (event: PointerEvent): void => {
    const { canvas } = this.stage;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.stage.rig.stopAnimation();
    this.travelled = 0;
    const second = this.fingers.size === 2;
    this.drag = second || event.button === 1 || event.button === 2 ? 'pan' : 'orbit';
    if (this.fingers.size > 2) this.drag = null;
    const middle = second ? this.middle() : { x: event.clientX, y: event.clientY };
    this.pivot = this.drag === 'pan' ? this.placeAt(middle.x, middle.y) : this.pivotAt(middle.x, middle.y);
  };

  private readonly onMove = (event: PointerEvent): void => {
    const finger = this.fingers.get(event.pointerId);
    if (!finger || !this.drag) return;
    const before = this.fingers.size === 2 ? { ...this.middle(), spread: this.spread() } : { ...finger, spread: 0 };
    const dx = event.clientX - finger.x;
    const dy = event.clientY - finger.y;
    this.travelled = Math.max(this.travelled, Math.hypot(dx, dy));
    if (this.travelled < DRAG_START) return;
    finger.x = event.clientX;
    finger.y = event.clientY;
    const { rig } = this.stage;
    const scale = this.stage.clientScale();
    if (this.fingers.size === 2) {
      const after = this.middle();
      rig.pan((after.x - before.x) * scale, (after.y - before.y) * scale, this.pivot);
      if (before.spread > 0 && this.spread() > 0) rig.zoom(before.spread / this.spread(), this.pivot);
    } else if (this.drag === 'pan') {
      rig.pan(dx * scale, dy * scale, this.pivot);
    } else if (this.mode === 'look') {
      rig.look(dx * TURN_PER_PIXEL * 0.6, dy * TURN_PER_PIXEL * 0.6);
    } else {
      rig.orbit(this.pivot, -dx * TURN_PER_PIXEL, -dy * TURN_PER_PIXEL);
    }
  };

  private readonly onUp = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) this.drag = null;
    else this.drag = this.fingers.size === 1 ? 'orbit' : this.drag;
  };

  private readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const now = performance.now();
    const kept = this.wheelPivot;
    const same =
      kept && now - kept.at < WHEEL_PAUSE_MS && Math.hypot(event.clientX - kept.x, event.clientY - kept.y) < 4;
    const point = same ? kept.point : this.placeAt(event.clientX, event.clientY);
    this.wheelPivot = { at: now, point, x: event.clientX, y: event.clientY };
    // Converts lines and pages to pixels. A pinch on a trackpad arrives as small steps with Ctrl.
    const pixels = event.deltaY * (event.deltaMode === 1 ? 33 : event.deltaMode === 2 ? 400 : 1);
    const step = Math.max(-300, Math.min(300, pixels)) * (event.ctrlKey ? 0.008 : 0.0015);
    this.stage.rig.zoom(Math.exp(step), point);
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || this.mode === 'look') return;
    const { rig } = this.stage;
    const around = this.stage.modelBox().isEmpty() ? rig.target() : this.stage.modelBox().getCenter(new Vector3());
    const [right, up] = ARROWS[event.key] ?? [0, 0];
    if (right !== 0 || up !== 0) {
      if (event.shiftKey) rig.pan(-right * KEY_PAN_PIXELS, up * KEY_PAN_PIXELS, rig.target());
      else rig.orbit(around, -right * KEY_TURN, up * KEY_TURN);
    } else if (event.key === '+' || event.key === '=') rig.zoom(0.8, rig.target());
    else if (event.key === '-') rig.zoom(1.25, rig.target());
    else return;
    event.preventDefault();
  };

  private middle(): Finger {
    const [a, b] = [...this.fingers.values()];
    return { x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 };
  }

  private spread(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
