import { MultiThreadingRequestClass, ObjectClass, TileRequestClass } from '@thatopen/fragments';

/** What the worker says of a tile, or that it has ended a pass. */
export interface Told {
  readonly tileRequestClass: number;
  readonly modelId: string;
  readonly seq?: number;
  readonly objectClass?: number;
  readonly indices?: unknown;
}

/** A shape that stands nowhere makes a tile of nothing, over which the library stumbles and lets go of what came with it. */
export const isDrawable = ({ tileRequestClass, objectClass, indices }: Told): boolean =>
  tileRequestClass !== TileRequestClass.CREATE || objectClass !== ObjectClass.SHELL || indices !== undefined;

/**
 * Which view of a model the worker is at. It goes over all components anew for each view it is given and says when it is through; what it
 * says may be about the view before, so each end names the newest question the worker had read by then. Waiting a while instead, as
 * long as tiles usually take, ended too early on a machine with all processors at work: pictures were taken with walls missing.
 */
export class Passes {
  private readonly begun = new Map<string, number>();
  private readonly ended = new Map<string, number>();
  private readonly leaving = new Set<{ readonly modelId: string; readonly resolve: () => void }>();
  private waiting: (() => void)[] = [];

  /** A question went to the worker; those that bring a new view begin a pass. */
  asked(question: { class: number; modelId: string; seq?: number }): void {
    if (question.class !== MultiThreadingRequestClass.REFRESH_VIEW || question.seq === undefined) return;
    this.begun.set(question.modelId, question.seq);
  }

  told(list: readonly Told[]): void {
    for (const { tileRequestClass, modelId, seq } of list) {
      if (tileRequestClass === TileRequestClass.FINISH && seq !== undefined) this.ended.set(modelId, seq);
    }
    this.look();
  }

  /** The model is let go of: nothing more will be told of it. */
  gone(modelId: string): void {
    this.begun.delete(modelId);
    this.ended.delete(modelId);
    for (const leave of this.leaving) if (leave.modelId === modelId) leave.resolve();
    this.look();
  }

  /** Resolves when the worker is through with the view that each model was given last before this call, or the model is gone. */
  async through(modelIds: readonly string[]): Promise<void> {
    const awaited = modelIds.map((modelId) => ({ modelId, seq: this.begun.get(modelId) ?? 0 }));
    const isUnderWay = (): boolean =>
      awaited.some(({ modelId, seq }) => this.begun.has(modelId) && (this.ended.get(modelId) ?? 0) < seq);
    while (isUnderWay()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Waits for an answer that a model let go of meanwhile would leave open, or refuse. */
  async unlessGone(modelId: string, answer: Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const leave = { modelId, resolve };
      this.leaving.add(leave);
      answer
        .then(
          () => resolve(),
          (error: Error) => (this.begun.has(modelId) ? reject(error) : resolve()),
        )
        .finally(() => this.leaving.delete(leave));
    });
  }

  /** Whoever waits is let go of, as if all were gone. */
  end(): void {
    for (const modelId of this.begun.keys()) this.gone(modelId);
  }

  private look(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const look of waiting) look();
  }
}
