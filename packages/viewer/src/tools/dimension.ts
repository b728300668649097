import type { Overlay, Spot } from '../view/overlay.ts';
import { pathOf, setAttributes, svgElement } from '../view/overlay.ts';
import type { Snap } from '../picking.ts';
import type { Stage } from '../view/stage.ts';
import type { Off, Vec3 } from '../types.ts';

type Removal = { removeLabel: string | undefined; remove: () => void };

const TICK = 6;
const LABEL_FONT = 'Inter,"PingFang SC","HarmonyOS Sans SC","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif';

/** A dimension line with ticks and its length. With a `remove` callback it also has a button. */
export class DimensionDrawing {
  private readonly stage: Stage;
  private readonly overlay: Overlay;
  private readonly group = svgElement('g', {});
  private readonly halo = svgElement('path', { fill: 'none', 'stroke-linecap': 'round', 'stroke-opacity': 0.85 });
  private readonly line = svgElement('path', { fill: 'none', 'stroke-linecap': 'round' });
  private readonly label = document.createElement('div');
  private readonly text = document.createElement('span');
  private readonly off: Off;
  private ends: [Vec3, Vec3] = [
    [0, 0, 0],
    [0, 0, 0],
  ];

  constructor(stage: Stage, overlay: Overlay, removal: Removal | null) {
    this.stage = stage;
    this.overlay = overlay;
    this.group.append(this.halo, this.line);
    overlay.svg.append(this.group);
    this.label.dataset.dimension = '';
    this.label.append(this.text);
    if (removal) this.label.append(removeButton(removal));
    overlay.labels.append(this.label);
    this.off = overlay.follow(() => this.draw());
  }

  set(from: Vec3, to: Vec3, text: string): void {
    this.ends = [from, to];
    this.text.textContent = text;
    this.draw();
  }

  dispose(): void {
    this.off();
    this.group.remove();
    this.label.remove();
  }

  private draw(): void {
    const { ink, halo, labelText, labelSurface } = this.stage.theme;
    const k = this.overlay.scale;
    const ends = this.overlay.line(...this.ends);
    this.group.style.display = ends ? '' : 'none';
    this.label.style.display = ends ? 'flex' : 'none';
    if (!ends) return;
    const [a, b] = ends;
    const path = pathOf([a, b], false) + tick(a, b, a, TICK * k) + tick(a, b, b, TICK * k);
    setAttributes(this.halo, { d: path, stroke: halo, 'stroke-width': 5 * k });
    setAttributes(this.line, { d: path, stroke: ink, 'stroke-width': 2 * k });
    this.label.style.cssText = [
      'position:absolute;display:flex;align-items:center;white-space:nowrap;pointer-events:none',
      `left:${((a.x + b.x) / 2).toFixed(1)}px;top:${((a.y + b.y) / 2).toFixed(1)}px;transform:translate(-50%,-50%)`,
      `font:500 calc(13px * var(--k, 1))/1.35 ${LABEL_FONT};font-variant-numeric:tabular-nums`,
      `gap:calc(4px * var(--k, 1));padding:calc(2px * var(--k, 1)) calc(7px * var(--k, 1))`,
      `border-radius:calc(6px * var(--k, 1));border:1px solid ${ink}`,
      `color:${labelText};background:${labelSurface}`,
    ].join(';');
  }
}

/** Shows the target of the next click: a square on a corner, the edge itself, a ring on a face. */
export class SnapMarker {
  private readonly stage: Stage;
  private readonly overlay: Overlay;
  private readonly group = svgElement('g', { fill: 'none' });
  private readonly edge = svgElement('path', { 'stroke-linecap': 'round' });
  private readonly halo = svgElement('path', {});
  private readonly shape = svgElement('path', {});
  private readonly off: Off;
  private snap: Snap | null = null;

  constructor(stage: Stage, overlay: Overlay) {
    this.stage = stage;
    this.overlay = overlay;
    this.group.append(this.edge, this.halo, this.shape);
    overlay.svg.append(this.group);
    this.off = overlay.follow(() => this.draw());
  }

  set(snap: Snap | null): void {
    this.snap = snap;
    this.draw();
  }

  dispose(): void {
    this.off();
    this.group.remove();
  }

  private draw(): void {
    const at = this.snap && this.overlay.spot(this.snap.point);
    this.group.style.display = at ? '' : 'none';
    if (!at || !this.snap) return;
    const { ink, halo } = this.stage.theme;
    const k = this.overlay.scale;
    const edge = this.snap.edge && this.overlay.line(...this.snap.edge);
    setAttributes(this.edge, { d: edge ? pathOf(edge, false) : '', stroke: ink, 'stroke-width': 3 * k });
    const shape = this.snap.kind === 'vertex' ? square(at, 6 * k) : ring(at, 5 * k);
    setAttributes(this.halo, { d: shape, stroke: halo, 'stroke-width': 5 * k });
    setAttributes(this.shape, { d: shape, stroke: ink, 'stroke-width': 2 * k });
    this.group.setAttribute('data-snap', this.snap.kind);
  }
}

function removeButton({ removeLabel, remove }: Removal): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '×';
  if (removeLabel) button.setAttribute('aria-label', removeLabel);
  button.style.cssText =
    'all:unset;pointer-events:auto;cursor:pointer;line-height:1;padding:0 calc(2px * var(--k, 1));outline:revert;opacity:.7';
  button.addEventListener('click', remove);
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.stopPropagation();
    remove();
  });
  return button;
}

/** The slanted stroke that ends a dimension line on building drawings. */
function tick(a: Spot, b: Spot, at: Spot, size: number): string {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const ux = (b.x - a.x) / length;
  const uy = (b.y - a.y) / length;
  const dx = (ux - uy) * size * Math.SQRT1_2;
  const dy = (uy + ux) * size * Math.SQRT1_2;
  return pathOf(
    [
      { x: at.x - dx, y: at.y - dy },
      { x: at.x + dx, y: at.y + dy },
    ],
    false,
  );
}

function square({ x, y }: Spot, half: number): string {
  return pathOf(
    [
      { x: x - half, y: y - half },
      { x: x + half, y: y - half },
      { x: x + half, y: y + half },
      { x: x - half, y: y + half },
    ],
    true,
  );
}

function ring({ x, y }: Spot, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`;
}
