import { distanceMm, lengthText, toModelMm } from '../units.ts';
import type { Overlay } from '../view/overlay.ts';
import type { Picker, Snap } from '../picking.ts';
import { onClick } from '../view/pointer.ts';
import type { Stage } from '../view/stage.ts';
import type { Dimension, Off, Vec3 } from '../types.ts';
import { DimensionDrawing, SnapMarker } from './dimension.ts';
import type { Desk, ToolEvents } from './tool.ts';
import { onEscape, Tool } from './tool.ts';

export type MeasureEvents = ToolEvents & {
  change: readonly Dimension[];
  /** Which point the next click sets. The help line under the tool bar shows it. */
  step: 'from' | 'to';
};

type Parts = {
  stage: Stage;
  picker: Picker;
  overlay: Overlay;
  desk: Desk;
  report: (error: unknown) => void;
  /** Accessible name of the button that removes a dimension. */
  removeLabel: string | undefined;
};

/**
 * Measures lengths between two points in millimetres. Points snap to corners, edges and faces. Dimensions stay until
 * removed.
 */
export class MeasureTool extends Tool<MeasureEvents> {
  readonly id = 'measure' as const;
  private readonly parts: Parts;
  private readonly dimensions = new Map<string, { dimension: Dimension; drawing: DimensionDrawing }>();
  private offs: Off[] = [];
  private next = 1;
  private from: Vec3 | null = null;
  private preview: DimensionDrawing | null = null;
  private marker: SnapMarker | null = null;
  private asking = false;
  private latest: PointerEvent | null = null;

  constructor(parts: Parts) {
    super(parts.desk, parts.report);
    this.parts = parts;
  }

  /** Which point the next click sets. */
  get step(): MeasureEvents['step'] {
    return this.from === null ? 'from' : 'to';
  }

  list(): Dimension[] {
    return [...this.dimensions.values()].map(({ dimension }) => dimension);
  }

  /** Adds a dimension between two points of the drawing space. @returns its id */
  add(from: Vec3, to: Vec3): string {
    const id = `dimension-${this.next++}`;
    const [ax, ay, az] = toModelMm(from);
    const [bx, by, bz] = toModelMm(to);
    const dimension: Dimension = { id, from, to, mm: distanceMm(from, to), deltaMm: [bx - ax, by - ay, bz - az] };
    const drawing = new DimensionDrawing(this.parts.stage, this.parts.overlay, {
      removeLabel: this.parts.removeLabel,
      remove: () => this.remove(id),
    });
    drawing.set(from, to, lengthText(dimension.mm));
    this.dimensions.set(id, { dimension, drawing });
    this.changed();
    return id;
  }

  remove(id: string): void {
    const entry = this.dimensions.get(id);
    if (!entry) return;
    entry.drawing.dispose();
    this.dimensions.delete(id);
    this.changed();
  }

  removeAll(): void {
    this.clear();
    this.changed();
  }

  protected start(): void {
    const { stage, overlay } = this.parts;
    const { canvas } = stage;
    canvas.style.cursor = 'crosshair';
    this.marker = new SnapMarker(stage, overlay);
    const onMove = (event: PointerEvent): void => {
      if (event.buttons === 0) this.aim(event);
    };
    const onLeave = (): void => {
      this.latest = null;
      this.marker?.set(null);
    };
    canvas.addEventListener('pointermove', onMove);
    canvas.addEventListener('pointerleave', onLeave);
    this.offs = [
      onClick(canvas, ({ clientX, clientY }) => {
        this.click(clientX, clientY).catch(this.parts.report);
      }),
      () => canvas.removeEventListener('pointermove', onMove),
      () => canvas.removeEventListener('pointerleave', onLeave),
      onEscape(canvas, () => (this.from ? this.drop() : this.disable())),
    ];
    this.emitter.emit('step', 'from');
  }

  protected stop(): void {
    this.parts.stage.canvas.style.cursor = '';
    this.offs.forEach((off) => off());
    this.offs = [];
    this.drop();
    this.marker?.dispose();
    this.marker = null;
    this.latest = null;
  }

  protected clear(): void {
    for (const { drawing } of this.dimensions.values()) drawing.dispose();
    this.dimensions.clear();
  }

  /** Follows the pointer. Only one request to the worker runs at a time, always for the latest position. */
  private aim(event: PointerEvent): void {
    this.latest = event;
    if (this.asking) return;
    this.asking = true;
    const next = (): Promise<void> => {
      const at = this.latest;
      this.latest = null;
      if (!at || !this.enabled) return Promise.resolve();
      return this.parts.picker
        .snap(at.clientX, at.clientY)
        .then((snap) => this.show(snap))
        .then(next);
    };
    next()
      .catch(this.parts.report)
      .finally(() => {
        this.asking = false;
      });
  }

  private show(snap: Snap | null): void {
    if (!this.enabled) return;
    this.marker?.set(snap);
    if (this.from && snap) {
      this.preview ??= new DimensionDrawing(this.parts.stage, this.parts.overlay, null);
      this.preview.set(this.from, snap.point, lengthText(distanceMm(this.from, snap.point)));
    }
    this.parts.stage.invalidate();
  }

  private async click(clientX: number, clientY: number): Promise<void> {
    const snap = await this.parts.picker.snap(clientX, clientY);
    if (!snap || !this.enabled) return;
    if (!this.from) {
      this.from = snap.point;
      this.show(snap);
      this.emitter.emit('step', 'to');
      return;
    }
    const { from } = this;
    // Two clicks at one position are a double click, not a length of zero.
    if (distanceMm(from, snap.point) < 0.5) return;
    this.drop();
    this.add(from, snap.point);
  }

  private drop(): void {
    this.preview?.dispose();
    this.preview = null;
    if (!this.from) return;
    this.from = null;
    this.emitter.emit('step', 'from');
    this.parts.stage.invalidate();
  }

  private changed(): void {
    this.parts.stage.invalidate();
    this.emitter.emit('change', this.list());
  }
}
