import type { Off } from './types.ts';

/** Typed listeners. A listener that throws does not stop the others. */
export class Emitter<Events extends object> {
  private readonly listeners = new Map<keyof Events, Set<(payload: never) => void>>();
  private readonly report: (error: unknown) => void;

  constructor(report: (error: unknown) => void) {
    this.report = report;
  }

  on<K extends keyof Events>(event: K, listener: (payload: Events[K]) => void): Off {
    const set = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, set);
    set.add(listener);
    return () => set.delete(listener);
  }

  emit<K extends keyof Events>(event: K, payload: Events[K]): void {
    // A copy, because a listener may add another one during the call.
    const listeners = Array.from(this.listeners.get(event) ?? []);
    for (const listener of listeners) {
      try {
        (listener as (payload: Events[K]) => void)(payload);
      } catch (error) {
        this.report(error);
      }
    }
  }

  clear(): void {
    this.listeners.clear();
  }
}
