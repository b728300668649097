import { Vector3 } from 'three';
import { clipPolygon, clipSegment } from '../geometry.ts';
import type { Stage } from './stage.ts';
import type { Off, Vec3 } from '../types.ts';

const SVG = 'http://www.w3.org/2000/svg';
export type Spot = { readonly x: number; readonly y: number };

/**
 * Drawings over the model (dimension lines, section frames, handles) as SVG and HTML above the canvas. Lines and texts
 * stay sharp, handles get their own pointer and keyboard events, and no snapshot shows them.
 */
export class Overlay {
  readonly svg: SVGSVGElement;
  readonly labels: HTMLDivElement;
  private readonly stage: Stage;
  private readonly layer: HTMLDivElement;

  constructor(stage: Stage) {
    this.stage = stage;
    this.layer = document.createElement('div');
    this.layer.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none';
    this.svg = document.createElementNS(SVG, 'svg');
    this.svg.setAttribute('style', 'position:absolute;inset:0;width:100%;height:100%');
    this.labels = document.createElement('div');
    this.layer.append(this.svg, this.labels);
    stage.host.append(this.layer);
  }

  get scale(): number {
    return this.stage.scale;
  }

  /** `draw` is called after every picture and after a change of theme, so that its drawing follows the camera. */
  follow(draw: () => void): Off {
    const offs = [this.stage.on('frame', draw), this.stage.on('theme', () => this.stage.invalidate())];
    return () => offs.forEach((off) => off());
  }

  spot(point: Vec3): Spot | null {
    return this.stage.toPixels(new Vector3(...point));
  }

  /** Ends of a line on the screen, cut off where it runs behind the eye. */
  line(from: Vec3, to: Vec3): [Spot, Spot] | null {
    const clipped = clipSegment(from, to, this.ahead());
    const a = clipped && this.spot(clipped[0]);
    const b = clipped && this.spot(clipped[1]);
    return a && b ? [a, b] : null;
  }

  /** Corners of a flat polygon on the screen, cut off where it runs behind the eye. */
  polygon(points: readonly Vec3[]): Spot[] {
    return clipPolygon(points, this.ahead())
      .map((point) => this.spot(point))
      .filter((spot) => spot !== null);
  }

  dispose(): void {
    this.layer.remove();
  }

  private ahead(): (point: Vec3) => number {
    const camera = this.stage.rig.current;
    const toCamera = camera.matrixWorldInverse;
    return (point) => -new Vector3(...point).applyMatrix4(toCamera).z - camera.near * 1.01;
  }
}

export function svgElement<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  setAttributes(element, attributes);
  return element;
}

export function setAttributes(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

export function pathOf(spots: readonly Spot[], closed: boolean): string {
  if (spots.length < 2) return '';
  return `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}${closed ? 'Z' : ''}`;
}
