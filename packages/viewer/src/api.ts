import type { Components } from './components/components.ts';
import type { LoadOptions } from './loading/loader.ts';
import type { SnapshotType } from './snapshot.ts';
import type { HideTool } from './tools/hide.ts';
import type { MeasureTool } from './tools/measure.ts';
import type { RoamTool } from './tools/roam.ts';
import type { SectionTool } from './tools/section.ts';
import type { SelectTool } from './tools/select.ts';
import type { LoadedModel, Margins, Off, Projection, ThemeName, ViewName, Viewpoint, ViewerStats } from './types.ts';

/** Names for screen readers, in the language of the user. */
export type ViewerLabels = { canvas?: string; sectionHandle?: string; removeDimension?: string };

export type ViewerOptions = {
  /** Address of the library's worker on our own origin. `@prdm/viewer/worker-url` exports it. */
  workerUrl: string;
  theme: ThemeName;
  /**
   * Called when something fails after an action has returned, such as a lost graphics context or a worker that stopped.
   */
  onError: (error: unknown) => void;
  labels?: ViewerLabels;
  /** Bars cover this many CSS pixels of the window. A fitted model keeps clear of them. */
  margins?: Margins;
};

export type ViewerEvents = {
  /** The camera moved. The event fires with every picture during a movement. */
  camera: undefined;
  /** A model was loaded or unloaded. */
  models: readonly string[];
  contextLost: undefined;
  contextRestored: undefined;
};

/** Only one tool receives the clicks. Enabling a tool disables the other one. Disabling a tool enables `select`. */
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
    /** @param json a stored viewpoint from any source; it is checked first. @throws ViewpointError */
    apply(json: unknown): Promise<void>;
    /** A picture of the finished view, without frames, handles and dimensions. @param width in pixels */
    snapshot(width: number, type?: SnapshotType): Promise<Blob>;
  };
  readonly models: readonly string[];
  on<K extends keyof ViewerEvents>(event: K, listener: (payload: ViewerEvents[K]) => void): Off;
  load(options: LoadOptions): Promise<LoadedModel>;
  unload(modelId: string): Promise<void>;
  /**
   * Fits the visible components, or the given ones, into the window. Hidden components and components cut away do not
   * count.
   */
  fit(guids?: readonly string[]): Promise<void>;
  /** Fits the visible components into the window, seen from a named direction. */
  view(name: ViewName): Promise<void>;
  /** Removes all sections and isolations and shows all hidden components. Rooms keep their state. */
  showWhole(): Promise<void>;
  /**
   * Looks into one storey from above. It replaces all sections with one above head height and one below the slab.
   * @param elevation true height in millimetres, as in the file; `all` holds the heights of all storeys of the model
   */
  openStorey(elevation: number, all: readonly number[]): Promise<void>;
  /**
   * Returns those of the given heights whose storeys the present sections show, set by `openStorey` or by a saved view.
   */
  storeysOpen(all: readonly number[]): number[];
  /** Returns whether the sections cut away all of these components. */
  isCutAway(guids: readonly string[]): Promise<boolean>;
  projection(kind?: Projection): Projection;
  setTheme(theme: ThemeName): void;
  stats(): ViewerStats;
  /** Share (0 to 1) of the window's pixels that the models change against the background, from a new drawing. */
  pixelsDrawn(): number;
  /** Resolves when no work is pending and every tile of the present view is drawn. */
  settled(): Promise<void>;
  /** Loads all models onto the graphics card again. It runs automatically when a lost context returns. */
  restore(): Promise<void>;
  /** For tests: drops the graphics context. The result restores it. */
  loseContext(): { restore(): void };
  dispose(): void;
};
