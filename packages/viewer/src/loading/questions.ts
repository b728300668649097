import type { FragmentsModel } from '@thatopen/fragments';

export interface Question {
  readonly class: number;
  readonly modelId: string;
  /** Its place among all questions, given by the library as it is sent. */
  readonly seq?: number;
}

/**
 * What is being asked of the models. A model that is let go of in the middle of a question leaves it without an answer, and a question
 * put to it afterwards starts a worker that knows no model; so whoever lets models go waits here first.
 */
export class Questions {
  private readonly sent: (question: Question) => void;
  private readonly open = new Map<string, number>();
  private readonly heard = new WeakSet<FragmentsModel['threads']>();
  private waiting: (() => void)[] = [];

  /** @param sent is told each question as it has gone out */
  constructor(sent: (question: Question) => void) {
    this.sent = sent;
  }

  /** Counts what this model is asked from now on; the answers, good or bad, go to who asked, untouched. */
  hear({ threads }: FragmentsModel): void {
    // One line to the worker serves all models of a viewer.
    if (this.heard.has(threads)) return;
    this.heard.add(threads);
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
   * Resolves when nothing is asked of these models any more, nor will be by who has just had an answer. What is done in the same breath
   * comes before the next question.
   */
  async answered(models: readonly FragmentsModel[]): Promise<void> {
    const isOpen = (): boolean => models.some(({ modelId }) => this.open.has(modelId));
    do {
      if (isOpen()) await new Promise<void>((resolve) => this.waiting.push(resolve));
      // Who asks one thing after the other asks the next one before this.
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
