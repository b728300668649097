import { FragmentsModels } from '@thatopen/fragments';
import type { FragmentsModel } from '@thatopen/fragments';
import type { Stage } from '../stage.ts';
import { isDrawable, Passes, type Told } from './passes.ts';
import { Questions } from './questions.ts';

/** Shortest time between two changes of view told to the worker: each one makes it look at every component again. */
const VIEW_RATE_MS = 100;
const PUMP_MS = 30;

/**
 * The library's own loop asks the worker for a new view after every answer, some seven times a second for as long as a
 * model is open. Here a refresh happens only when we ask for one; otherwise waiting tiles are taken in and that is all.
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

/** Streams the tiles of the models for the present view and says when everything is drawn. */
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

  constructor(stage: Stage, workerUrl: string, report: (error: unknown) => void) {
    this.stage = stage;
    this.report = report;
    this.quiet = new QuietFragments(workerUrl);
    this.fragments = this.quiet;
    this.questions = new Questions((question) => this.passes.asked(question));
    // Our own timer spaces the refreshes; the library's would silently drop one that comes too early.
    this.fragments.settings.maxUpdateRate = 0;
    // Each tile as soon as it is made: held back in the worker, the last ones would come some time after it said it was through.
    this.fragments.settings.meshConnectionThreshold = 0;
    const { models } = this.fragments;
    // Told before the model asks to be made.
    models.list.onItemSet.add(({ value }) => this.questions.hear(value));
    models.list.onBeforeDelete.add(({ key }) => this.passes.gone(key));
    const take = models.requests.add.bind(models.requests);
    models.requests.add = (list: Told[]) => {
      try {
        take(list.filter(isDrawable));
      } finally {
        this.passes.told(list);
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

  /** Puts a loaded model into the scene and follows its tiles. */
  attach(model: FragmentsModel): void {
    model.getClippingPlanesEvent = () => this.stage.planes;
    this.stage.models.add(model.object);
    const touched = (): void => this.stage.invalidate();
    model.tiles.onItemSet.add(touched);
    model.tiles.onBeforeDelete.add(touched);
    model.onViewUpdated.add(touched);
    this.viewChanged();
  }

  /** The camera or the cutting planes changed: asks for fitting tiles, at once or as soon as the rate allows. */
  viewChanged(): void {
    if (this.viewTimer || this.disposed) return;
    const wait = Math.max(0, this.lastRefresh + VIEW_RATE_MS - performance.now());
    this.viewTimer = setTimeout(() => {
      this.viewTimer = null;
      this.refresh().catch(this.report);
    }, wait);
  }

  /** Resolves when the view of this moment is complete: the worker is through with it and its tiles are drawn. */
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

  /** Changes something in the worker (visibility, colours) and has the outcome drawn. */
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

  /** The worker says that it is through before it sends the last changed tiles; an answer to what is asked then comes after them. */
  private async tail(): Promise<void> {
    await Promise.all(this.models.map((model) => this.passes.unlessGone(model.modelId, model.getMaxLocalId())));
  }

  /** Takes in what the worker has sent, a little at a time: a window with many tiles must go on moving. */
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
