import { Emitter } from '../emitter.ts';
import type { Off } from '../types.ts';

export type ToolId = 'select' | 'section' | 'measure' | 'hide' | 'roam';
export type ToolEvents = { enabled: boolean };

type Holder = { readonly id: ToolId; enable(): void; stepAside(): void };

/**
 * Sees to it that one tool at a time gets the clicks. When a tool is put down, selecting takes over again, unless the page
 * switched selecting off itself.
 */
export class Desk {
  private holder: Holder | null = null;
  private resting: Holder | null = null;

  /** The tool that takes over when another is put down. */
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

/** What all tools share: on or off, events, and the clicks only while on. */
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
    this.tell();
  }

  disable(): void {
    if (!this.active) return;
    this.stepAside();
    this.desk.putDown(this);
  }

  /** Off because another tool took over. */
  stepAside(): void {
    if (!this.active) return;
    this.active = false;
    this.stop();
    this.tell();
  }

  dispose(): void {
    if (this.active) {
      this.active = false;
      this.stop();
    }
    this.clear();
    this.emitter.clear();
  }

  /** Begins to listen. */
  protected abstract start(): void;
  /** Stops listening and drops what was half done. */
  protected abstract stop(): void;
  /** Removes what the tool left in the picture. */
  protected abstract clear(): void;

  private tell(): void {
    this.emitter.emit('enabled', this.active as Events['enabled']);
  }
}

/** Where Esc means something else: what is being written, and what lies open over the page. */
const ELSEWHERE = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';

/**
 * Hears Esc wherever the focus is on the page: somebody who has just taken a tool from a bar stands on its button, not on the canvas.
 * @returns what ends the listening
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

/** True for keys meant for the tool: not while an input method composes, not with a command key held. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey;
}
