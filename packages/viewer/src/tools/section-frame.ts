import type { Box, Off, SectionPlane, Vec3 } from '../types.ts';
import { along, nearestAlong, planeInBox } from '../geometry.ts';
import type { Overlay } from '../view/overlay.ts';
import { pathOf, setAttributes, svgElement } from '../view/overlay.ts';
import type { Stage } from '../view/stage.ts';
import { Vector3 } from 'three';

type Owner = {
  label: string | undefined;
  box: () => Box;
  plane: () => SectionPlane;
  move: (metres: number) => void;
  flip: () => void;
  remove: () => void;
};

const ARROW_PIXELS = 46;
const KEY_STEP = 0.1;
const KEY_LEAP = 1;

/** The outline of a cutting plane on the model and its drag handle, an arrow towards the side cut away. */
export class SectionFrame {
  private readonly stage: Stage;
  private readonly overlay: Overlay;
  private readonly owner: Owner;
  private readonly group = svgElement('g', {});
  private readonly halo = svgElement('path', { fill: 'none', 'stroke-linejoin': 'round' });
  private readonly outline = svgElement('path', { 'stroke-linejoin': 'round', 'fill-opacity': 0.06 });
  private readonly shaftHalo = svgElement('path', { fill: 'none', 'stroke-linecap': 'round' });
  private readonly shaft = svgElement('path', { fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' });
  private readonly ring = svgElement('circle', { fill: 'none' });
  private readonly knob = svgElement('circle', { tabindex: 0, role: 'slider', 'aria-valuenow': 0 });
  private readonly off: Off;
  private drag: { id: number; at: number | null; y: number } | null = null;

  constructor(stage: Stage, overlay: Overlay, owner: Owner) {
    this.stage = stage;
    this.overlay = overlay;
    this.owner = owner;
    this.knob.style.cssText = 'pointer-events:auto;cursor:grab;touch-action:none;outline:none';
    if (owner.label) this.knob.setAttribute('aria-label', owner.label);
    this.group.setAttribute('data-section', owner.plane().id);
    this.group.append(this.halo, this.outline, this.shaftHalo, this.shaft, this.ring, this.knob);
    overlay.svg.append(this.group);
    this.knob.addEventListener('pointerdown', this.onDown);
    this.knob.addEventListener('pointermove', this.onMove);
    this.knob.addEventListener('pointerup', this.onUp);
    this.knob.addEventListener('pointercancel', this.onUp);
    this.knob.addEventListener('keydown', this.onKey);
    this.knob.addEventListener('focus', () => stage.invalidate());
    this.knob.addEventListener('blur', () => stage.invalidate());
    this.off = overlay.follow(() => this.draw());
  }

  setShown(shown: boolean): void {
    this.group.style.display = shown ? '' : 'none';
  }

  dispose(): void {
    this.off();
    this.group.remove();
  }

  private draw(): void {
    const { point, normal } = this.owner.plane();
    const box = this.owner.box();
    const corners = planeInBox(box, point, normal);
    const { ink, halo } = this.stage.theme;
    const k = this.overlay.scale;
    const frame = pathOf(this.overlay.polygon(corners), true);
    setAttributes(this.halo, { d: frame, stroke: halo, 'stroke-width': 4 * k, 'stroke-opacity': 0.7 });
    setAttributes(this.outline, { d: frame, stroke: ink, 'stroke-width': 1.5 * k, fill: ink });

    const centre = middle(corners) ?? point;
    const from = this.overlay.spot(centre);
    const towards = this.overlay.spot(along(centre, normal, this.arrowMetres(centre)));
    const shown = from !== null && towards !== null;
    // The focus outline of the browser is a square around the circle.
    this.ring.style.display = shown && this.knob.matches(':focus-visible') ? '' : 'none';
    for (const part of [this.shaft, this.shaftHalo, this.knob]) part.style.display = shown ? '' : 'none';
    if (!from || !towards) return;
    const arrow = arrowPath(from, towards, 8 * k);
    setAttributes(this.shaftHalo, { d: arrow, stroke: halo, 'stroke-width': 6 * k, 'stroke-opacity': 0.8 });
    setAttributes(this.shaft, { d: arrow, stroke: ink, 'stroke-width': 2.5 * k });
    setAttributes(this.knob, { cx: from.x, cy: from.y, r: 9 * k, fill: ink, stroke: halo, 'stroke-width': 2.5 * k });
    setAttributes(this.ring, { cx: from.x, cy: from.y, r: 14 * k, stroke: ink, 'stroke-width': 2 * k });
    // Pages, tests and screen readers get the position of the plane here.
    this.knob.setAttribute('aria-valuenow', String(Math.round(1000 * this.height(point, normal))));
  }

  private height(point: Vec3, normal: Vec3): number {
    return point[0] * normal[0] + point[1] * normal[1] + point[2] * normal[2];
  }

  private arrowMetres(at: Vec3): number {
    return this.stage.rig.metresPerPixel(new Vector3(...at)) * ARROW_PIXELS * this.overlay.scale;
  }

  /**
   * Distance of the pointer along the normal, in metres from the plane. Null when the view runs straight along the
   * normal.
   */
  private reach(event: PointerEvent): number | null {
    const { point, normal } = this.owner.plane();
    const { x, y } = this.stage.toDevice(event.clientX, event.clientY);
    const ray = this.stage.rig.ray(x, y);
    return nearestAlong(point, normal, ray.origin.toArray(), ray.direction.toArray());
  }

  private readonly onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    this.knob.setPointerCapture(event.pointerId);
    this.knob.style.cursor = 'grabbing';
    this.drag = { id: event.pointerId, at: this.reach(event), y: event.clientY };
  };

  private readonly onMove = (event: PointerEvent): void => {
    const { drag } = this;
    if (!drag || drag.id !== event.pointerId) return;
    event.stopPropagation();
    const now = this.reach(event);
    if (now !== null && drag.at !== null) {
      // The plane moves with the pointer, so the grabbed point stays under it.
      const step = now - drag.at;
      if (step !== 0) this.owner.move(step);
      drag.at = this.reach(event);
    } else {
      const { point, normal } = this.owner.plane();
      const towards = this.stage.rig.forward().dot(new Vector3(...normal)) > 0 ? 1 : -1;
      const pixels = (drag.y - event.clientY) * this.stage.clientScale();
      this.owner.move(towards * pixels * this.stage.rig.metresPerPixel(new Vector3(...point)));
      drag.at = now;
    }
    drag.y = event.clientY;
  };

  private readonly onUp = (): void => {
    this.drag = null;
    this.knob.style.cursor = 'grab';
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? KEY_LEAP : KEY_STEP;
    if (event.key === 'ArrowUp' || event.key === 'ArrowRight') this.owner.move(step);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowLeft') this.owner.move(-step);
    else if (event.key === 'f' || event.key === 'F') this.owner.flip();
    else if (event.key === 'Delete' || event.key === 'Backspace') this.owner.remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function middle(points: readonly Vec3[]): Vec3 | null {
  if (points.length === 0) return null;
  const sum = points.reduce<Vec3>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0]);
  return [sum[0] / points.length, sum[1] / points.length, sum[2] / points.length];
}

type Spot = { x: number; y: number };

function arrowPath(from: Spot, to: Spot, head: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < head) return '';
  const ux = (to.x - from.x) / length;
  const uy = (to.y - from.y) / length;
  const left = { x: to.x - head * (ux - uy * 0.7), y: to.y - head * (uy + ux * 0.7) };
  const right = { x: to.x - head * (ux + uy * 0.7), y: to.y - head * (uy - ux * 0.7) };
  return `${pathOf([from, to], false)}${pathOf([left, to, right], false)}`;
}
