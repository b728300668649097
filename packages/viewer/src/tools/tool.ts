import { Emitter } from '../emitter.ts';
import type { Off } from '../types.ts';

export type ToolId = 'select' | 'section' | 'measure' | 'hide' | 'roam';
export type ToolEvents = { enabled: boolean };

type Holder = { readonly id: ToolId; enable(): void; stepAside(): void };

/**
 * Ensures that only one tool receives the clicks. When a tool is disabled, selecting is enabled again, unless the page
 * itself disabled it.
 */
export class Desk {
  private holder: Holder | null = null;
  private resting: Holder | null = null;

  /** Sets the tool that is enabled when another one is disabled. */
  rest(tool: Holder | null): void {
    this.resting = tool;
  }

  take(tool: Holder): void {
    const before = this.holder;
    this.holder = tool;
    if (before && before !== tool) before.stepAside();
  }

  putDown(tool: Holder): void {
    if (this.holder !== tool) return;
    this.holder = null;
    if (this.resting && this.resting !== tool) this.resting.enable();
  }
}

/** Base of all tools: on or off, events, and clicks only while on. */
export abstract class Tool<Events extends ToolEvents> {
  abstract readonly id: ToolId;
  protected readonly emitter: Emitter<Events>;
  private readonly desk: Desk;
  private active = false;

  constructor(desk: Desk, report: (error: unknown) => void) {
    this.desk = desk;
    this.emitter = new Emitter<Events>(report);
  }

  get enabled(): boolean {
    return this.active;
  }

  on<K extends keyof Events>(event: K, listener: (payload: Events[K]) => void): Off {
    return this.emitter.on(event, listener);
  }

  enable(): void {
    if (this.active) return;
    this.desk.take(this);
    this.active = true;
    this.start();
    this.notify();
  }

  disable(): void {
    if (!this.active) return;
    this.stepAside();
    this.desk.putDown(this);
  }

  /** Disables the tool because another one is enabled. */
  stepAside(): void {
    if (!this.active) return;
    this.active = false;
    this.stop();
    this.notify();
  }

  dispose(): void {
    if (this.active) {
      this.active = false;
      this.stop();
    }
    this.clear();
    this.emitter.clear();
  }

  /** Starts listening. */
  protected abstract start(): void;
  /** Stops listening and drops unfinished input. */
  protected abstract stop(): void;
  /** Removes the tool's drawings from the picture. */
  protected abstract clear(): void;

  private notify(): void {
    this.emitter.emit('enabled', this.active as Events['enabled']);
  }
}

/** Elements in which Esc has another meaning: fields, and overlays that are open over the page. */
const ELSEWHERE = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Listens for Esc wherever the focus is on the page. After a click on a tool bar button the focus is on that button,
 * not on the canvas.
 * @returns a function that ends the listening
 */
export function onEscape(canvas: HTMLCanvasElement, escape: () => void): Off {
  const page = canvas.ownerDocument;
  const listen = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isPlainKey(event)) return;
    if (event.target instanceof Element && event.target.closest(ELSEWHERE) !== null) return;
    escape();
  };
  page.addEventListener('keydown', listen);
  return () => page.removeEventListener('keydown', listen);
}

/** True for keys meant for the tool: no input method is composing and no command key is held. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey;
}
