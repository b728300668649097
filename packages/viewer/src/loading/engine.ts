import { FragmentsModels } from '@thatopen/fragments';
import type { FragmentsModel } from '@thatopen/fragments';
import type { Stage } from '../stage.ts';
import { Questions } from './questions.ts';

/** Shortest time between two changes of view told to the worker: each one makes it look at every component again. */
const VIEW_RATE_MS = 100;
const PUMP_MS = 30;
/** The worker sends its last tiles up to this long after it reported the end. */
const QUIET_MS = 90;

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
  readonly questions = new Questions();
  private readonly quiet: QuietFragments;
  private readonly stage: Stage;
  private readonly report: (error: unknown) => void;
  private viewTimer: ReturnType<typeof setTimeout> | null = null;
  private pumpTimer: ReturnType<typeof setTimeout> | null = null;
  private lastRefresh = 0;
  private lastActivity = 0;
  private refreshing = 0;
  private waiters: (() => void)[] = [];
  private disposed = false;

  constructor(stage: Stage, workerUrl: string, report: (error: unknown) => void) {
    this.stage = stage;
    this.report = report;
    this.quiet = new QuietFragments(workerUrl);
    this.fragments = this.quiet;
    // Our own timer spaces the refreshes; the library's would silently drop one that comes too early.
    this.fragments.settings.maxUpdateRate = 0;
    // Told before the model asks to be made.
    this.fragments.models.list.onItemSet.add(({ value }) => this.questions.hear(value));
    this.fragments.models.materials.list.onItemSet.add(({ value }) => {
      this.stage.cutFill.adopt(value);
    });
    this.fragments.models.materials.list.onBeforeDelete.add(({ value }) => {
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
    const touched = (): void => {
      this.lastActivity = performance.now();
      this.stage.invalidate();
    };
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

  /** Resolves when the view of this moment is complete: no tile is under way any more. */
  async settle(): Promise<void> {
    if (this.disposed || this.models.length === 0) return;
    if (this.viewTimer) clearTimeout(this.viewTimer);
    this.viewTimer = null;
    await this.refresh();
    if (this.disposed || !this.busy()) return;
    await new Promise<void>((resolve) => {
      this.waiters.push(resolve);
      this.pump();
    });
  }

  /** Changes something in the worker (visibility, colours) and has the outcome drawn. */
  async change(action: () => Promise<void>): Promise<void> {
    await action();
    this.lastActivity = performance.now();
    this.viewChanged();
    this.pump();
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    if (this.viewTimer) clearTimeout(this.viewTimer);
    if (this.pumpTimer) clearTimeout(this.pumpTimer);
    this.release();
    await this.fragments.dispose();
  }

  private async refresh(): Promise<void> {
    if (this.disposed) return;
    this.lastRefresh = performance.now();
    this.lastActivity = this.lastRefresh;
    this.refreshing++;
    try {
      this.stage.rig.apply();
      for (const model of this.models) model.useCamera(this.stage.rig.current);
      await this.quiet.refresh();
    } finally {
      this.refreshing--;
    }
    this.pump();
  }

  private busy(): boolean {
    if (this.refreshing > 0 || performance.now() - this.lastActivity < QUIET_MS) return true;
    return this.models.some((model) => model.isBusy);
  }

  /** Takes tiles in while the worker has some to send: its last ones come after it reported the end. */
  private pump(): void {
    if (this.pumpTimer || this.disposed) return;
    this.pumpTimer = setTimeout(() => {
      this.pumpTimer = null;
      if (this.fragments.models.requests.arePending) {
        this.lastActivity = performance.now();
        this.fragments.models.update();
        this.stage.invalidate();
      }
      if (this.busy()) this.pump();
      else this.release();
    }, PUMP_MS);
  }

  private release(): void {
    if (!this.disposed) {
      this.stage.invalidate();
      this.stage.flush();
    }
    const waiting = this.waiters;
    this.waiters = [];
    for (const resolve of waiting) resolve();
  }
}
