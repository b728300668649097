import { MultiThreadingRequestClass, ObjectClass, TileRequestClass } from '@thatopen/fragments';

/** A message of the worker: a tile, or the end of a pass. */
export interface WorkerMessage {
  readonly tileRequestClass: number;
  readonly modelId: string;
  readonly seq?: number;
  readonly objectClass?: number;
  readonly indices?: unknown;
}

/** A body without a finite place makes an empty tile. The library throws on it and drops the tiles sent with it. */
export const isDrawable = ({ tileRequestClass, objectClass, indices }: WorkerMessage): boolean =>
  tileRequestClass !== TileRequestClass.CREATE || objectClass !== ObjectClass.SHELL || indices !== undefined;

/**
 * Tracks which view of a model the worker has reached. The worker checks all components for each view and then reports
 * the end. Its report may belong to an earlier view, so each end names the newest request that it had read. A fixed
 * wait was too short on a busy machine: pictures lacked walls.
 */
export class Passes {
  private readonly begun = new Map<string, number>();
  private readonly ended = new Map<string, number>();
  private readonly leaving = new Set<{ readonly modelId: string; readonly resolve: () => void }>();
  private waiting: (() => void)[] = [];

  /** A request was sent to the worker. A request with a new view starts a pass. */
  requested(question: { class: number; modelId: string; seq?: number }): void {
    if (question.class !== MultiThreadingRequestClass.REFRESH_VIEW || question.seq === undefined) return;
    this.begun.set(question.modelId, question.seq);
  }

  received(list: readonly WorkerMessage[]): void {
    for (const { tileRequestClass, modelId, seq } of list) {
      if (tileRequestClass === TileRequestClass.FINISH && seq !== undefined) this.ended.set(modelId, seq);
    }
    this.look();
  }

  /** The model is unloaded and sends no more messages. */
  gone(modelId: string): void {
    this.begun.delete(modelId);
    this.ended.delete(modelId);
    for (const leave of this.leaving) if (leave.modelId === modelId) leave.resolve();
    this.look();
  }

  /** Resolves when the worker has finished each model's last view before this call, or the model is unloaded. */
  async through(modelIds: readonly string[]): Promise<void> {
    const awaited = modelIds.map((modelId) => ({ modelId, seq: this.begun.get(modelId) ?? 0 }));
    const isUnderWay = (): boolean =>
      awaited.some(({ modelId, seq }) => this.begun.has(modelId) && (this.ended.get(modelId) ?? 0) < seq);
    while (isUnderWay()) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Waits for an answer. An unloaded model may leave it open or reject it. */
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

  /** Releases all waiting callers, as if all models were unloaded. */
  end(): void {
    for (const modelId of this.begun.keys()) this.gone(modelId);
  }

  private look(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const look of waiting) look();
  }
}
