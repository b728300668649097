import { FragmentsModels } from '@thatopen/fragments';
import type { FragmentsModel } from '@thatopen/fragments';
import type { Stage } from '../view/stage.ts';
import { isDrawable, Passes, type WorkerMessage } from './passes.ts';
import { Questions } from './questions.ts';

/**
 * Shortest time between two view changes sent to the worker. The worker checks every component again after each one.
 */
const VIEW_RATE_MS = 100;
const PUMP_MS = 30;

/**
 * The library's own loop requests a new view after every answer, about seven times a second. This class refreshes only
 * on request; otherwise it only takes in waiting tiles.
 */
class QuietFragments extends FragmentsModels {
  private wanted = false;

  override async update(): Promise<void> {
    if (this.wanted) {
      this.wanted = false;
      await super.update(false);
    } else {
      this.models.update();
    }
  }

  async refresh(): Promise<void> {
    this.wanted = true;
    await this.update();
  }
}

/** Streams the tiles of the models for the present view and reports when everything is drawn. */
export class Engine {
  readonly fragments: FragmentsModels;
  readonly questions: Questions;
  private readonly quiet: QuietFragments;
  private readonly stage: Stage;
  private readonly report: (error: unknown) => void;
  private viewTimer: ReturnType<typeof setTimeout> | null = null;
  private pumpTimer: ReturnType<typeof setTimeout> | null = null;
  private lastRefresh = 0;
  private readonly passes = new Passes();
  private disposed = false;
  private isResting = false;

  constructor(stage: Stage, workerUrl: string, report: (error: unknown) => void) {
    this.stage = stage;
    this.report = report;
    this.quiet = new QuietFragments(workerUrl);
    this.fragments = this.quiet;
    this.questions = new Questions((question) => this.passes.requested(question));
    // Our timer spaces the refreshes. The library's limit would silently drop an early one.
    this.fragments.settings.maxUpdateRate = 0;
    // Each tile is sent as soon as it is made. A tile held back in the worker would arrive after the worker reports the
    // end.
    this.fragments.settings.meshConnectionThreshold = 0;
    const { models } = this.fragments;
    // Registers the model before its first request.
    models.list.onItemSet.add(({ value }) => this.questions.track(value));
    models.list.onBeforeDelete.add(({ key }) => this.passes.gone(key));
    const take = models.requests.add.bind(models.requests);
    models.requests.add = (list: WorkerMessage[]) => {
      try {
        take(list.filter(isDrawable));
      } finally {
        this.passes.received(list);
        this.pump();
      }
    };
    models.materials.list.onItemSet.add(({ value }) => {
      this.stage.cutFill.adopt(value);
    });
    models.materials.list.onBeforeDelete.add(({ value }) => {
      this.stage.cutFill.forget(value);
    });
  }

  get models(): FragmentsModel[] {
    return [...this.fragments.models.list.values()];
  }

  /** Adds a loaded model to the scene and follows its tiles. */
  attach(model: FragmentsModel): void {
    model.getClippingPlanesEvent = () => this.stage.planes;
    this.stage.models.add(model.object);
    const touched = (): void => this.stage.invalidate();
    model.tiles.onItemSet.add(touched);
    model.tiles.onBeforeDelete.add(touched);
    model.onViewUpdated.add(touched);
    this.viewChanged();
  }

  /** Removes a model from the scene and its geometry from the graphics card. The worker keeps the model. */
  detach(model: FragmentsModel): void {
    this.stage.models.remove(model.object);
    // Freed in the context that made it. A later context refuses to delete it.
    for (const tile of model.tiles.values()) tile.geometry.dispose();
  }

  /**
   * While resting, a camera move sends no request. Parking waits for a moment without requests, and a constantly
   * turning view would never leave one.
   */
  rest(isResting: boolean): void {
    this.isResting = isResting;
    if (!isResting || !this.viewTimer) return;
    clearTimeout(this.viewTimer);
    this.viewTimer = null;
  }

  /** The camera or the cutting planes changed. Requests matching tiles at once or when the rate allows it. */
  viewChanged(): void {
    if (this.viewTimer || this.disposed || this.isResting) return;
    const wait = Math.max(0, this.lastRefresh + VIEW_RATE_MS - performance.now());
    this.viewTimer = setTimeout(() => {
      this.viewTimer = null;
      this.refresh().catch(this.report);
    }, wait);
  }

  /** Resolves when the present view is complete: the worker has finished it and its tiles are drawn. */
  async settle(): Promise<void> {
    if (this.disposed || this.models.length === 0) return;
    if (this.viewTimer) clearTimeout(this.viewTimer);
    this.viewTimer = null;
    await this.refresh();
    await this.passes.through(this.models.map(({ modelId }) => modelId));
    if (this.disposed) return;
    await this.tail();
    if (this.disposed) return;
    const { models } = this.fragments;
    while (models.requests.arePending) models.update();
    this.stage.invalidate();
    this.stage.flush();
  }

  /** Changes a state in the worker (visibility, colours) and redraws. */
  async change(action: () => Promise<void>): Promise<void> {
    await action();
    this.viewChanged();
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    if (this.viewTimer) clearTimeout(this.viewTimer);
    if (this.pumpTimer) clearTimeout(this.pumpTimer);
    this.passes.end();
    await this.fragments.dispose();
  }

  private async refresh(): Promise<void> {
    if (this.disposed) return;
    this.lastRefresh = performance.now();
    this.stage.rig.apply();
    for (const model of this.models) model.useCamera(this.stage.rig.current);
    await this.quiet.refresh();
  }

  /**
   * The worker reports the end before it sends the last changed tiles. The answer to a new request arrives after them.
   */
  private async tail(): Promise<void> {
    await Promise.all(this.models.map((model) => this.passes.unlessGone(model.modelId, model.getMaxLocalId())));
  }

  /** Takes in the worker's tiles in small portions, so that a window with many tiles stays responsive. */
  private pump(): void {
    if (this.pumpTimer || this.disposed) return;
    this.pumpTimer = setTimeout(() => {
      this.pumpTimer = null;
      this.fragments.models.update();
      this.stage.invalidate();
      if (this.fragments.models.requests.arePending) this.pump();
    }, PUMP_MS);
  }
}
