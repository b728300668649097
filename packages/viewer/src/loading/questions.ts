import type { FragmentsModel } from '@thatopen/fragments';

export interface Question {
  readonly class: number;
  readonly modelId: string;
  /** Sequence number among all requests, set by the library when it sends one. */
  readonly seq?: number;
}

/**
 * Counts the open requests to the models. A model unloaded during a request never answers it. A request after the
 * unload starts a worker that has no model. So a caller that unloads models waits here first.
 */
export class Questions {
  private readonly sent: (question: Question) => void;
  private readonly open = new Map<string, number>();
  private readonly tracked = new WeakSet<FragmentsModel['threads']>();
  private waiting: (() => void)[] = [];

  /** @param sent is called with each request after it is sent */
  constructor(sent: (question: Question) => void) {
    this.sent = sent;
  }

  /** Counts all requests to this model from now on. Answers and errors go to the caller unchanged. */
  track({ threads }: FragmentsModel): void {
    // One connection to the worker serves all models of a viewer.
    if (this.tracked.has(threads)) return;
    this.tracked.add(threads);
    const send = threads.fetch.bind(threads);
    threads.fetch = (input: Question, content) => {
      const { modelId } = input;
      this.open.set(modelId, (this.open.get(modelId) ?? 0) + 1);
      const answer = send(input, content).finally(() => this.close(modelId));
      this.sent(input);
      return answer;
    };
  }

  /**
   * Resolves when these models have no open requests and no caller sends a follow-up request. Code that runs
   * synchronously after this comes before the next request.
   */
  async answered(models: readonly FragmentsModel[]): Promise<void> {
    const isOpen = (): boolean => models.some(({ modelId }) => this.open.has(modelId));
    do {
      if (isOpen()) await new Promise<void>((resolve) => this.waiting.push(resolve));
      // A caller that continues after an answer sends its next request before this timeout.
      await new Promise((resolve) => setTimeout(resolve));
    } while (isOpen());
  }

  private close(modelId: string): void {
    const left = (this.open.get(modelId) ?? 1) - 1;
    if (left > 0) this.open.set(modelId, left);
    else this.open.delete(modelId);
    const waiting = this.waiting;
    this.waiting = [];
    for (const look of waiting) look();
  }
}
