import type { Clock } from '../../platform/clock.ts';

/** Requests to the service of maps that one person may make in a minute, in each process. A dialog makes some twenty. */
export const REQUESTS_A_MINUTE = 300;
const MINUTE_MS = 60_000;

/**
 * Counts the requests of each person within a minute, so that no person uses up the quota of the installation at the
 * service. It holds the people of the present minute only.
 */
export class Allowance {
  readonly #clock: Clock;
  #minute = 0;
  readonly #used = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** 0 when the request may go on, otherwise the seconds until the next minute. */
  take(whose: string): number {
    const now = this.#clock.now().getTime();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) this.#used.clear();
    this.#minute = minute;
    const used = this.#used.get(whose) ?? 0;
    if (used >= REQUESTS_A_MINUTE) return Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000);
    this.#used.set(whose, used + 1);
    return 0;
  }
}
