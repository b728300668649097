import type { IncomingMessage } from 'node:http';
import pLimit, { type LimitFunction } from 'p-limit';
import { CODES } from '@prdm/contract/codes';
import { AppError } from '../errors.ts';

/**
 * Limits the parallel reads of bodies that are buffered in memory, for one user and for all. The other requests wait with unread bodies,
 * and the timeout of their connection can end them. A read that takes longer than `readMs` is destroyed.
 */
export class Turns {
  readonly #all: LimitFunction;
  readonly #own = new Map<string, { line: LimitFunction; here: number }>();
  readonly #ofOne: number;
  readonly #readMs: number;

  constructor(limits: { ofOne: number; inAll: number; readMs: number }) {
    this.#all = pLimit(limits.inAll);
    this.#ofOne = limits.ofOne;
    this.#readMs = limits.readMs;
  }

  async read<T>(whose: string, request: IncomingMessage, work: () => Promise<T>): Promise<T> {
    const own = this.#own.get(whose) ?? { line: pLimit(this.#ofOne), here: 0 };
    this.#own.set(whose, own);
    own.here += 1;
    try {
      return await own.line(() => this.#all(() => this.#inTime(request, work)));
    } finally {
      own.here -= 1;
      if (own.here === 0) this.#own.delete(whose);
    }
  }

  async #inTime<T>(request: IncomingMessage, work: () => Promise<T>): Promise<T> {
    if (request.destroyed) throw new AppError(CODES.failed, 'http.400', {}, { status: 400 }); // the client disconnected while it waited
    const late = setTimeout(() => request.destroy(), this.#readMs);
    try {
      return await work();
    } finally {
      clearTimeout(late);
    }
  }
}
