import type { Visibility } from '../components/visibility.ts';
import type { Picker } from '../picking.ts';
import { onClick } from '../view/pointer.ts';
import type { Stage } from '../view/stage.ts';
import type { Off, VisibilityState } from '../types.ts';
import type { SelectTool } from './select.ts';
import type { Desk, ToolEvents } from './tool.ts';
import { onEscape, Tool } from './tool.ts';

export type HideEvents = ToolEvents & { change: VisibilityState };

type Parts = {
  stage: Stage;
  picker: Picker;
  select: SelectTool;
  visibility: Visibility;
  desk: Desk;
  report: (error: unknown) => void;
};

/**
 * While the tool is on, every click hides the component under it. The commands on the selection work in both states.
 */
export class HideTool extends Tool<HideEvents> {
  readonly id = 'hide' as const;
  private readonly parts: Parts;
  private offs: Off[] = [];

  constructor(parts: Parts) {
    super(parts.desk, parts.report);
    this.parts = parts;
  }

  get state(): VisibilityState {
    return this.parts.visibility.state();
  }

  async hideSelected(): Promise<void> {
    const guids = this.parts.select.guids;
    if (guids.length === 0) return;
    // A hidden component must not stay selected: the next command would act on an invisible component.
    await this.parts.select.clearSelection();
    await this.parts.visibility.hide(guids);
  }

  async isolateSelected(): Promise<void> {
    const guids = this.parts.select.guids;
    if (guids.length > 0) await this.parts.visibility.isolate(guids);
  }

  showAll(): Promise<void> {
    return this.parts.visibility.showAll();
  }

  /** Called by the visibility itself, so that the event covers changes from every source. */
  notifyChange(state: VisibilityState): void {
    this.emitter.emit('change', state);
  }

  protected start(): void {
    const { canvas } = this.parts.stage;
    this.offs = [
      onClick(canvas, ({ clientX, clientY }) => {
        this.hideUnder(clientX, clientY).catch(this.parts.report);
      }),
      onEscape(canvas, () => this.disable()),
    ];
  }

  protected stop(): void {
    this.offs.forEach((off) => off());
    this.offs = [];
  }

  protected clear(): void {
    this.offs = [];
  }

  private async hideUnder(clientX: number, clientY: number): Promise<void> {
    const pick = await this.parts.picker.pick(clientX, clientY);
    if (pick?.guid && this.enabled) await this.parts.visibility.hide([pick.guid]);
  }
}
