import type { Paint } from '../components/paint.ts';
import type { Registry } from '../components/registry.ts';
import type { XRay } from '../components/xray.ts';
import type { Picker } from '../picking.ts';
import { onClick, onSecondClick } from '../view/pointer.ts';
import type { Press } from '../view/pointer.ts';
import type { Stage } from '../view/stage.ts';
import type { ComponentRef, Off, Pick } from '../types.ts';
import type { Desk, ToolEvents } from './tool.ts';
import { onEscape, Tool } from './tool.ts';

export type SelectEvents = ToolEvents & {
  /** `pick` is the click that caused the change, or null for a change by the page or a key. */
  change: { selection: readonly ComponentRef[]; pick: Pick | null };
  /** A click with the second button on a selected component. It fires with every tool. */
  menu: { clientX: number; clientY: number };
};

type Parts = {
  stage: Stage;
  picker: Picker;
  registry: Registry;
  paint: Paint;
  xray: XRay;
  desk: Desk;
  fitTo: (pick: Pick) => Promise<void>;
  report: (error: unknown) => void;
};

/**
 * A click picks a component. Shift or Ctrl adds or removes one. Esc or a click on the background clears. A double click
 * fits. A click with the second button picks an unselected component and requests the menu.
 */
export class SelectTool extends Tool<SelectEvents> {
  readonly id = 'select' as const;
  private readonly parts: Parts;
  private readonly chosen = new Map<string, ComponentRef>();
  private offs: Off[] = [];
  private readonly offMenu: Off;
  private question = 0;

  constructor(parts: Parts) {
    super(parts.desk, parts.report);
    this.parts = parts;
    this.offMenu = onSecondClick(parts.stage.canvas, (press) => {
      this.askMenu(press).catch(parts.report);
    });
  }

  get selection(): readonly ComponentRef[] {
    return [...this.chosen.values()];
  }

  /** GUIDs of the selection. Only GUIDs may be stored. */
  get guids(): string[] {
    return this.selection.map(({ guid }) => guid).filter((guid) => guid !== null);
  }

  /** Replaces the selection. GUIDs that no loaded model has are left out. */
  async select(guids: readonly string[]): Promise<void> {
    const request = ++this.question;
    const refs = await this.parts.registry.refs(guids);
    if (request !== this.question) return;
    await this.replace(refs, null);
  }

  clearSelection(): Promise<void> {
    this.question++;
    return this.replace([], null);
  }

  /** Removes components of unloaded models from the selection. */
  async prune(): Promise<void> {
    const left = this.selection.filter(({ modelId }) => this.parts.registry.model(modelId));
    if (left.length < this.chosen.size) await this.replace(left, null);
  }

  protected start(): void {
    const { canvas } = this.parts.stage;
    const onDouble = (event: MouseEvent): void => {
      this.fitUnder(event.clientX, event.clientY).catch(this.parts.report);
    };
    canvas.addEventListener('dblclick', onDouble);
    this.offs = [
      onClick(canvas, (press) => {
        this.pick(press).catch(this.parts.report);
      }),
      onEscape(canvas, () => {
        if (this.chosen.size > 0) this.clearSelection().catch(this.parts.report);
      }),
      () => canvas.removeEventListener('dblclick', onDouble),
    ];
  }

  protected stop(): void {
    this.offs.forEach((off) => off());
    this.offs = [];
  }

  protected clear(): void {
    this.offMenu();
    this.chosen.clear();
  }

  private async pick(press: Press): Promise<void> {
    const request = ++this.question;
    const pick = await this.parts.picker.pick(press.clientX, press.clientY);
    // A later click or a disabled tool makes this answer stale.
    if (request !== this.question || !this.enabled) return;
    if (!pick) {
      if (!press.add && this.chosen.size > 0) await this.replace([], null);
      return;
    }
    const key = keyOf(pick);
    const kept = press.add ? this.selection.filter((ref) => keyOf(ref) !== key) : [];
    const takeAway = press.add && this.chosen.has(key);
    const { modelId, localId, guid } = pick;
    await this.replace(takeAway ? kept : [...kept, { modelId, localId, guid }], pick);
  }

  private async askMenu({ clientX, clientY }: Press): Promise<void> {
    const request = ++this.question;
    const pick = await this.parts.picker.pick(clientX, clientY);
    if (request !== this.question) return;
    let painted: Promise<void> | null = null;
    if (pick && !this.chosen.has(keyOf(pick))) {
      const { modelId, localId, guid } = pick;
      painted = this.replace([{ modelId, localId, guid }], pick);
    }
    // The menu opens before the painting, because it must appear at once.
    this.emitter.emit('menu', { clientX, clientY });
    await painted;
  }

  private async fitUnder(clientX: number, clientY: number): Promise<void> {
    const pick = await this.parts.picker.pick(clientX, clientY);
    if (pick && this.enabled) await this.parts.fitTo(pick);
  }

  private async replace(refs: readonly ComponentRef[], pick: Pick | null): Promise<void> {
    this.chosen.clear();
    for (const ref of refs) this.chosen.set(keyOf(ref), ref);
    this.emitter.emit('change', { selection: this.selection, pick });
    const { guids } = this;
    await Promise.all([this.parts.paint.select(guids), this.parts.xray.select(guids)]);
  }
}

function keyOf({ modelId, localId }: ComponentRef): string {
  return `${modelId}/${localId}`;
}
