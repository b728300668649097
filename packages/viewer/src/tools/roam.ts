import { Vector3 } from 'three';
import type { Navigation } from '../view/navigation.ts';
import type { Stage } from '../view/stage.ts';
import type { Off } from '../types.ts';
import type { Desk, ToolEvents } from './tool.ts';
import { isPlainKey, onEscape, Tool } from './tool.ts';

/** Metres per second: a brisk walk, and a run with Shift. */
const WALK = 1.8;
const RUN = 7;
/** Height of the eyes above the floor. */
const EYE_HEIGHT = 1.65;

/** Right, up and ahead for each key. Keys are physical positions, so they are adjacent on every keyboard layout. */
const KEYS: Record<string, readonly [number, number, number]> = {
  KeyW: [0, 0, 1],
  ArrowUp: [0, 0, 1],
  KeyS: [0, 0, -1],
  ArrowDown: [0, 0, -1],
  KeyA: [-1, 0, 0],
  ArrowLeft: [-1, 0, 0],
  KeyD: [1, 0, 0],
  ArrowRight: [1, 0, 0],
  KeyE: [0, 1, 0],
  KeyQ: [0, -1, 0],
};

/** Walks through the model: held keys move, a drag turns the view, a double click jumps to the point. */
export class RoamTool extends Tool<ToolEvents> {
  readonly id = 'roam' as const;
  private readonly stage: Stage;
  private readonly navigation: Navigation;
  private readonly held = new Set<string>();
  private running = false;
  private stopListening: AbortController | null = null;
  private stopMoving: Off | null = null;

  constructor(stage: Stage, navigation: Navigation, desk: Desk, report: (error: unknown) => void) {
    super(desk, report);
    this.stage = stage;
    this.navigation = navigation;
  }

  protected start(): void {
    this.stage.rig.setProjection('perspective');
    this.navigation.mode = 'look';
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    const { canvas } = this.stage;
    signal.addEventListener(
      'abort',
      onEscape(canvas, () => this.disable()),
    );
    canvas.addEventListener('keydown', this.onDown, { signal });
    canvas.addEventListener('keyup', this.onUp, { signal });
    // A key released outside this window sends no event here. Without this listener the walk would never end.
    canvas.addEventListener('blur', this.halt, { signal });
    canvas.addEventListener('dblclick', this.onDouble, { signal });
    canvas.focus({ preventScroll: true });
  }

  protected stop(): void {
    this.navigation.mode = 'orbit';
    this.stopListening?.abort();
    this.halt();
  }

  protected clear(): void {
    this.halt();
  }

  private readonly onDown = (event: KeyboardEvent): void => {
    if (!isPlainKey(event)) return;
    if (!KEYS[event.code]) return;
    event.preventDefault();
    this.running = event.shiftKey;
    this.held.add(event.code);
    this.stopMoving ??= this.stage.animate(this.move);
  };

  private readonly onUp = (event: KeyboardEvent): void => {
    this.running = event.shiftKey;
    this.held.delete(event.code);
  };

  private readonly halt = (): void => {
    this.held.clear();
    this.stopMoving?.();
    this.stopMoving = null;
  };

  private readonly move = (seconds: number): boolean => {
    if (this.held.size === 0) {
      this.stopMoving = null;
      return false;
    }
    const way = (this.running ? RUN : WALK) * seconds;
    let [right, up, ahead] = [0, 0, 0];
    for (const code of this.held) {
      const [x, y, z] = KEYS[code] ?? [0, 0, 0];
      right += x * way;
      up += y * way;
      ahead += z * way;
    }
    this.stage.rig.walk(right, up, ahead);
    return true;
  };

  private readonly onDouble = (event: MouseEvent): void => {
    const floor = this.stage.pointAt(event.clientX, event.clientY);
    if (!floor) return;
    const level = this.stage.rig.forward().setY(0);
    if (level.lengthSq() < 1e-6) level.set(0, 0, -1);
    const eye = floor.add(new Vector3(0, EYE_HEIGHT, 0));
    this.stage.rig.set(eye, eye.clone().addScaledVector(level.normalize(), 5), 'perspective');
  };
}
