import { Plane, Vector3 } from 'three';
import { along, dot, sub, unit } from '../geometry.ts';
import type { Engine } from '../loading/engine.ts';
import type { Overlay } from '../view/overlay.ts';
import type { Picker } from '../picking.ts';
import { onClick } from '../view/pointer.ts';
import type { Stage } from '../view/stage.ts';
import type { Box, ModelAxis, Off, SectionPlane, Vec3 } from '../types.ts';
import { SectionFrame } from './section-frame.ts';
import type { Desk, ToolEvents } from './tool.ts';
import { onEscape, Tool } from './tool.ts';

export type SectionEvents = ToolEvents & { change: readonly SectionPlane[] };

type Parts = {
  stage: Stage;
  engine: Engine;
  picker: Picker;
  overlay: Overlay;
  desk: Desk;
  report: (error: unknown) => void;
  /** Accessible name of a frame's handle. */
  handleLabel: string | undefined;
};

/** A plane on a picked face moves this far into the solid. Exactly on the face the cut would flicker. */
const INTO_FACE = 0.01;
/** The side that is cut away first: the one towards a viewer in the south-east above the model. */
const AXES: Record<ModelAxis, Vec3> = { x: [1, 0, 0], y: [0, 0, 1], z: [0, 1, 0] };

/**
 * Cutting planes. While the tool is on, a click on a face adds a plane there. Planes stay when the tool is disabled.
 * Their handles stay only after a new plane, because the user drags it next. Library and worker get every change, so
 * that picks and tiles respect the cut.
 */
export class SectionTool extends Tool<SectionEvents> {
  readonly id = 'section' as const;
  private readonly parts: Parts;
  private readonly planes = new Map<string, { plane: SectionPlane; frame: SectionFrame }>();
  private offs: Off[] = [];
  private next = 1;
  private framesShown = true;
  private hasLaid = false;

  constructor(parts: Parts) {
    super(parts.desk, parts.report);
    this.parts = parts;
  }

  list(): SectionPlane[] {
    return [...this.planes.values()].map(({ plane }) => plane);
  }

  /** Adds a plane through a point. The side of the normal is cut away. @returns its id */
  add(point: Vec3, normal: Vec3): string {
    const id = `section-${this.next++}`;
    const plane: SectionPlane = { id, point, normal: unit(normal) };
    const frame = new SectionFrame(this.parts.stage, this.parts.overlay, {
      label: this.parts.handleLabel,
      box: () => this.box(),
      plane: () => this.planes.get(id)?.plane ?? plane,
      move: (metres) => this.move(id, metres),
      flip: () => this.flip(id),
      remove: () => this.remove(id),
    });
    frame.setShown(this.framesShown);
    this.planes.set(id, { plane, frame });
    this.changed();
    return id;
  }

  /** Adds a plane across an axis of the model (Z is up) through the middle of all loaded models. @returns its id */
  addAxis(axis: ModelAxis): string {
    const middle = this.parts.stage.modelBox().getCenter(new Vector3());
    return this.add(middle.toArray(), AXES[axis]);
  }

  /** Moves a plane along its normal, in metres. Positive values go towards the normal. */
  move(id: string, metres: number): void {
    this.replace(id, ({ point, normal, ...rest }) => ({ ...rest, normal, point: along(point, normal, metres) }));
  }

  /** Switches the side that is cut away. */
  flip(id: string): void {
    this.replace(id, ({ normal, ...rest }) => ({ ...rest, normal: [-normal[0], -normal[1], -normal[2]] }));
  }

  remove(id: string): void {
    const entry = this.planes.get(id);
    if (!entry) return;
    entry.frame.dispose();
    this.planes.delete(id);
    this.changed();
  }

  removeAll(): void {
    this.clear();
    this.changed();
  }

  /** Replaces all planes, for a viewpoint. */
  set(planes: readonly { point: Vec3; normal: Vec3 }[]): void {
    this.clear();
    for (const { point, normal } of planes) this.add(point, normal);
    this.changed();
  }

  /** Shows or hides frames and handles without changing the cut. */
  showFrames(shown: boolean): void {
    this.framesShown = shown;
    for (const { frame } of this.planes.values()) frame.setShown(shown);
    this.parts.stage.invalidate();
  }

  protected start(): void {
    const { canvas } = this.parts.stage;
    canvas.style.cursor = 'crosshair';
    this.hasLaid = false;
    this.showFrames(true);
    this.offs = [
      onClick(canvas, ({ clientX, clientY }) => {
        this.addAt(clientX, clientY).catch(this.parts.report);
      }),
      onEscape(canvas, () => this.disable()),
    ];
  }

  protected stop(): void {
    this.parts.stage.canvas.style.cursor = '';
    // The frame over the model would block the next tool.
    if (!this.hasLaid) this.showFrames(false);
    this.offs.forEach((off) => off());
    this.offs = [];
  }

  protected clear(): void {
    for (const { frame } of this.planes.values()) frame.dispose();
    this.planes.clear();
  }

  private async addAt(clientX: number, clientY: number): Promise<void> {
    const pick = await this.parts.picker.pick(clientX, clientY);
    if (!pick?.normal || !this.enabled) return;
    this.add(along(pick.point, pick.normal, -INTO_FACE), pick.normal);
    this.hasLaid = true;
    // One face gives one plane. A second click is usually meant for the handle, not for another cut.
    this.disable();
  }

  private replace(id: string, change: (plane: SectionPlane) => SectionPlane): void {
    const entry = this.planes.get(id);
    if (!entry) return;
    entry.plane = this.nearModel(change(entry.plane));
    this.changed();
  }

  /** A plane dragged outside the model would take its handle out of reach, so it stops at the edge. */
  private nearModel(plane: SectionPlane): SectionPlane {
    const box = this.parts.stage.modelBox();
    if (box.isEmpty()) return plane;
    const middle: Vec3 = box.getCenter(new Vector3()).toArray();
    const size = box.getSize(new Vector3());
    const { normal } = plane;
    const reach = (Math.abs(normal[0]) * size.x + Math.abs(normal[1]) * size.y + Math.abs(normal[2]) * size.z) / 2;
    const height = dot(sub(plane.point, middle), normal);
    const held = Math.min(Math.max(height, -reach), reach);
    return held === height ? plane : { ...plane, point: along(plane.point, normal, held - height) };
  }

  private box(): Box {
    const box = this.parts.stage.modelBox().clone().expandByScalar(0.3);
    return { min: box.min.toArray(), max: box.max.toArray() };
  }

  private changed(): void {
    const planes = this.list();
    // In three.js the normal points to the side that is kept; here it points to the side cut away.
    const kept = planes.map(({ point, normal }) =>
      new Plane().setFromNormalAndCoplanarPoint(new Vector3(...normal).negate(), new Vector3(...point)),
    );
    this.parts.stage.setPlanes(kept);
    this.parts.engine.viewChanged();
    this.emitter.emit('change', planes);
  }
}
