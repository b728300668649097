import type { Components } from './components/components.ts';
import type { LoadOptions } from './loading/loader.ts';
import type { SnapshotType } from './snapshot.ts';
import type { HideTool } from './tools/hide.ts';
import type { MeasureTool } from './tools/measure.ts';
import type { RoamTool } from './tools/roam.ts';
import type { SectionTool } from './tools/section.ts';
import type { SelectTool } from './tools/select.ts';
import type { LoadedModel, Margins, Off, Projection, ThemeName, ViewName, Viewpoint, ViewerStats } from './types.ts';

/** Names for screen readers, already in the reader's language. */
export type ViewerLabels = { canvas?: string; sectionHandle?: string; removeDimension?: string };

export type ViewerOptions = {
  /** Address of the library's worker on our own origin; `@prdm/viewer/worker-url` exports it. */
  workerUrl: string;
  theme: ThemeName;
  /** Hears of what fails after an action has returned: a lost graphics context, a worker that gave up. */
  onError: (error: unknown) => void;
  labels?: ViewerLabels;
  /** CSS pixels of the window that bars lie over; what is fitted keeps clear of them. */
  margins?: Margins;
};

export type ViewerEvents = {
  /** The camera moved; fires with every picture while it does. */
  camera: undefined;
  /** A model came or went. */
  models: readonly string[];
  contextLost: undefined;
  contextRestored: undefined;
};

/** Tools that need the clicks take turns: enabling one puts the other down, disabling one hands over to `select`. */
export type ViewerTools = {
  readonly select: SelectTool;
  readonly section: SectionTool;
  readonly measure: MeasureTool;
  readonly hide: HideTool;
  readonly roam: RoamTool;
};

export type Viewer = {
  readonly tools: ViewerTools;
  readonly components: Components;
  readonly viewpoint: {
    save(): Viewpoint;
    /** @param json a stored viewpoint of any origin; checked first. @throws ViewpointError */
    apply(json: unknown): Promise<void>;
    /** A picture of the finished view without frames, handles and dimensions. @param width in pixels */
    snapshot(width: number, type?: SnapshotType): Promise<Blob>;
  };
  readonly models: readonly string[];
  on<K extends keyof ViewerEvents>(event: K, listener: (payload: ViewerEvents[K]) => void): Off;
  load(options: LoadOptions): Promise<LoadedModel>;
  unload(modelId: string): Promise<void>;
  /** Shows everything, or the given components. */
  fit(guids?: readonly string[]): Promise<void>;
  view(name: ViewName): Promise<void>;
  /**
   * Looks into one storey from above: sections over its people's heads and below its slab, in place of those there are.
   * @param elevation true heights in millimetres, as the file tells them; `all` of the model's storeys
   */
  openStorey(elevation: number, all: readonly number[]): Promise<void>;
  /** Of these heights the storeys that the present sections show, as `openStorey` or a saved view laid them. */
  storeysOpen(all: readonly number[]): number[];
  /** Whether the sections cut all of these components away. */
  isCutAway(guids: readonly string[]): Promise<boolean>;
  projection(kind?: Projection): Projection;
  setTheme(theme: ThemeName): void;
  stats(): ViewerStats;
  /** Share (0 to 1) of the window's pixels that the models change against the background, from a fresh drawing. */
  pixelsDrawn(): number;
  /** Resolves when nothing is under way any more: every tile of the present view is drawn. */
  settled(): Promise<void>;
  /** Loads all models anew onto the graphics card. Runs by itself when a lost context comes back. */
  restore(): Promise<void>;
  /** For tests: takes the graphics context away; the answer gives it back. */
  loseContext(): { restore(): void };
  dispose(): void;
};
