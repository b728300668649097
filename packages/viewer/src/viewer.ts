import { Box3, Vector3 } from 'three';
import type { Viewer, ViewerEvents, ViewerLabels, ViewerOptions, ViewerTools } from './api.ts';
import { Alignments } from './components/alignments.ts';
import { Components } from './components/components.ts';
import { Paint } from './components/paint.ts';
import { Registry } from './components/registry.ts';
import { seenBox } from './components/seen-box.ts';
import { Visibility } from './components/visibility.ts';
import { XRay } from './components/xray.ts';
import { Emitter } from './emitter.ts';
import { Engine } from './loading/engine.ts';
import { Loader } from './loading/loader.ts';
import type { LoadOptions } from './loading/loader.ts';
import { checkWorker } from './loading/worker-check.ts';
import { Navigation } from './view/navigation.ts';
import { Overlay } from './view/overlay.ts';
import { Picker } from './picking.ts';
import { encode } from './snapshot.ts';
import type { SnapshotType } from './snapshot.ts';
import { Stage } from './view/stage.ts';
import { sameCuts, storeyCut } from './storeys.ts';
import type { StoreyCut } from './storeys.ts';
import { HideTool } from './tools/hide.ts';
import { MeasureTool } from './tools/measure.ts';
import { RoamTool } from './tools/roam.ts';
import { SectionTool } from './tools/section.ts';
import { SelectTool } from './tools/select.ts';
import { Desk } from './tools/tool.ts';
import type { LoadedModel, Off, Pick, Projection, ThemeName, Vec3, ViewName, Viewpoint, ViewerStats } from './types.ts';
import { ViewerError } from './types.ts';
import { toMetres } from './units.ts';
import { parseViewpoint, rebase } from './viewpoint.ts';

export * from './api.ts';
export * from './types.ts';
export * from './units.ts';
export { parseViewpoint, rebase, ViewpointError } from './viewpoint.ts';
export { guidsUnder } from './components/tree.ts';
export type { LoadOptions, ModelSource } from './loading/loader.ts';
export type { SnapshotType } from './snapshot.ts';
export type { HideTool } from './tools/hide.ts';
export type { MeasureTool } from './tools/measure.ts';
export type { RoamTool } from './tools/roam.ts';
export type { SectionTool } from './tools/section.ts';
export type { SelectTool } from './tools/select.ts';
export type { Components } from './components/components.ts';

/**
 * Creates a viewer in an element that has a size. It sends no request to another origin.
 * @throws ViewerError 'webgl' when the browser cannot draw, 'worker' when the address of the worker returns no script
 */
export async function createViewer(container: HTMLElement, options: ViewerOptions): Promise<Viewer> {
  await checkWorker(options.workerUrl);
  return new Assembly(container, options);
}

class Assembly implements Viewer {
  readonly tools: ViewerTools;
  readonly components: Components;
  readonly viewpoint: Viewer['viewpoint'];
  private readonly stage: Stage;
  private readonly engine: Engine;
  private readonly loader: Loader;
  private readonly overlay: Overlay;
  private readonly navigation: Navigation;
  private readonly visibility: Visibility;
  private readonly paint: Paint;
  private readonly xray: XRay;
  private readonly registry: Registry;
  private readonly alignments: Alignments;
  private readonly events: Emitter<ViewerEvents>;
  private readonly report: (error: unknown) => void;
  private disposed = false;
  /** Resolves when the models are drawn again after a lost context. */
  private back: Promise<void> = Promise.resolve();

  constructor(container: HTMLElement, options: ViewerOptions) {
    // A failure during disposal is not reported.
    this.report = (error) => {
      if (!this.disposed) options.onError(error);
    };
    const { report } = this;
    const { labels = {} } = options;
    this.events = new Emitter(report);
    this.stage = new Stage(container, options.theme, report);
    if (options.margins) this.stage.setMargins(options.margins);
    if (labels.canvas) this.stage.canvas.setAttribute('aria-label', labels.canvas);
    this.overlay = new Overlay(this.stage);
    this.navigation = new Navigation(this.stage);
    this.engine = new Engine(this.stage, options.workerUrl, report);
    this.registry = new Registry(this.engine);
    this.alignments = new Alignments(this.stage);
    this.loader = new Loader(this.stage, this.engine, this.registry, this.alignments);
    this.paint = new Paint(this.engine, this.registry, this.stage.theme.selection);
    this.visibility = new Visibility(this.engine, this.registry, {
      changed: (state) => {
        this.alignments.show(state);
        this.tools.hide.notifyChange(state);
      },
      applied: () => this.xray.apply(),
    });
    this.xray = new XRay(this.stage, this.engine, this.registry, this.visibility);
    this.components = new Components(this.engine, this.registry, this.visibility, this.paint);
    this.tools = this.makeTools(labels);
    this.viewpoint = {
      save: () => this.saveViewpoint(),
      apply: (json) => this.applyViewpoint(json),
      snapshot: (width, type) => this.snapshot(width, type),
    };
    this.stage.on('camera', () => {
      this.engine.viewChanged();
      this.events.emit('camera', undefined);
    });
    this.stage.on('theme', ({ selection }) => {
      this.xray.setColour(selection);
      this.paint.setSelectionColour(selection).catch(report);
    });
    this.stage.on('lost', () => {
      this.loader.park().catch(report);
      this.events.emit('contextLost', undefined);
      report(new ViewerError('context', 'the graphics context was lost'));
    });
    this.stage.on('restored', () => {
      this.back = this.restore()
        .then(() => this.events.emit('contextRestored', undefined))
        .catch(report);
    });
  }

  get models(): readonly string[] {
    return this.engine.models.map(({ modelId }) => modelId);
  }

  on<K extends keyof ViewerEvents>(event: K, listener: (payload: ViewerEvents[K]) => void): Off {
    return this.events.on(event, listener);
  }

  async load(options: LoadOptions): Promise<LoadedModel> {
    const loaded = await this.loader.load(options);
    await this.tools.select.prune();
    await this.dress();
    this.events.emit('models', this.models);
    return loaded;
  }

  async unload(modelId: string): Promise<void> {
    await this.loader.unload(modelId);
    await this.tools.select.prune();
    this.events.emit('models', this.models);
  }

  async fit(guids?: readonly string[]): Promise<void> {
    const box = guids ? (await this.components.box(guids)).union(this.alignments.box(guids)) : await this.seen();
    if (box.isEmpty()) return;
    await this.stage.rig.fit(box, null, animated());
  }

  async view(name: ViewName): Promise<void> {
    await this.stage.rig.fit(await this.seen(), name, animated());
  }

  async showWhole(): Promise<void> {
    this.tools.section.removeAll();
    await this.visibility.showAll();
  }

  async openStorey(elevation: number, all: readonly number[]): Promise<void> {
    const { sections, box } = this.cutOf(elevation, all);
    this.tools.section.set(sections);
    await this.stage.rig.fit(new Box3(new Vector3(...box.min), new Vector3(...box.max)), 'iso', animated());
  }

  storeysOpen(all: readonly number[]): number[] {
    const present = this.tools.section.list();
    if (present.length === 0) return [];
    return all.filter((elevation) => sameCuts(present, this.cutOf(elevation, all).sections));
  }

  async isCutAway(guids: readonly string[]): Promise<boolean> {
    const { planes } = this.stage;
    if (planes.length === 0) return false;
    const box = await this.components.box(guids);
    return !box.isEmpty() && planes.some((plane) => !plane.intersectsBox(box) && plane.distanceToPoint(box.min) < 0);
  }

  projection(kind?: Projection): Projection {
    if (kind) this.stage.rig.setProjection(kind);
    return this.stage.rig.projection;
  }

  setTheme(theme: ThemeName): void {
    this.stage.setTheme(theme);
  }

  stats(): ViewerStats {
    return this.stage.stats();
  }

  pixelsDrawn(): number {
    return this.stage.coverage();
  }

  async settled(): Promise<void> {
    await this.back;
    await this.engine.settle();
  }

  async restore(): Promise<void> {
    await this.loader.park();
    await this.loader.unpark();
    await this.dress();
    await this.engine.settle();
  }

  loseContext(): { restore(): void } {
    return this.stage.loseContext();
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.loader.dispose();
    for (const tool of Object.values(this.tools)) tool.dispose();
    this.navigation.dispose();
    this.overlay.dispose();
    this.xray.dispose();
    this.alignments.dispose();
    this.events.clear();
    const { stage } = this;
    // The library still sends requests to its worker during disposal. The canvas is removed at once, so these results
    // are ignored.
    this.engine.dispose().catch(() => undefined);
    stage.dispose();
  }

  private makeTools(labels: ViewerLabels): ViewerTools {
    const { stage, engine, overlay, registry, paint, xray, visibility, report } = this;
    const desk = new Desk();
    const picker = new Picker(stage, engine);
    const base = { stage, engine, picker, overlay, desk, report };
    const select = new SelectTool({ ...base, registry, paint, xray, fitTo: (pick) => this.fitTo(pick) });
    desk.rest(select);
    const tools = {
      select,
      section: new SectionTool({ ...base, handleLabel: labels.sectionHandle }),
      measure: new MeasureTool({ ...base, removeLabel: labels.removeDimension }),
      hide: new HideTool({ ...base, select, visibility }),
      roam: new RoamTool(stage, this.navigation, desk, report),
    };
    select.enable();
    return tools;
  }

  private async fitTo({ modelId, localId }: Pick): Promise<void> {
    const model = this.registry.model(modelId);
    if (!model) return;
    const box = await this.components.boxOf(model, [localId]);
    if (!box.isEmpty()) await this.stage.rig.fit(box, null, animated());
  }

  /** The box around the visible components. */
  private seen(): Promise<Box3> {
    const { stage, engine, registry, visibility, alignments } = this;
    return seenBox({ stage, engine, registry, visibility, alignments }, this.tools.section.list());
  }

  /** Applies visibility and colours to models that were loaded later or again. */
  private async dress(): Promise<void> {
    await this.visibility.apply();
    await this.paint.apply();
  }

  private cutOf(elevation: number, all: readonly number[]): StoreyCut {
    const [, shift] = this.origin();
    const { min, max } = this.stage.modelBox();
    const floors = all.map((other) => toMetres(other) + shift);
    return storeyCut({ min: min.toArray(), max: max.toArray() }, floors, toMetres(elevation) + shift);
  }

  private origin(): Vec3 {
    const [x = 0, y = 0, z = 0] = this.engine.fragments.baseCoordinates ?? [];
    return [x, y, z];
  }

  private saveViewpoint(): Viewpoint {
    const { rig } = this.stage;
    return {
      version: 1,
      origin: this.origin(),
      camera: { position: rig.eye().toArray(), target: rig.target().toArray(), projection: rig.projection },
      sections: this.tools.section.list().map(({ point, normal }) => ({ point, normal })),
      ...this.visibility.state(),
      selection: this.tools.select.guids,
    };
  }

  private async applyViewpoint(json: unknown): Promise<void> {
    const { camera, sections, hidden, isolated, spaces, selection } = rebase(parseViewpoint(json), this.origin());
    this.stage.rig.set(new Vector3(...camera.position), new Vector3(...camera.target), camera.projection);
    this.tools.section.set(sections);
    await this.visibility.set({ hidden, isolated, spaces });
    await this.tools.select.select(selection);
    await this.engine.settle();
  }

  private async snapshot(width: number, type: SnapshotType = 'image/jpeg'): Promise<Blob> {
    await this.settled();
    return encode(this.stage.shoot(width), type);
  }
}

function animated(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
