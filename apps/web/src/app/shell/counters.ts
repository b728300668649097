import { create } from 'zustand';

/**
 * Numbers that stand at menu entries. The feature that knows a number sets it under the name that the route table's `menu.badge`
 * uses; an unknown name counts 0.
 */
const useCounters = create<Record<string, number>>(() => ({}));

export const setCounter = (name: string, count: number): void => useCounters.setState({ [name]: count });

export const useCounter = (name: string | null): number =>
  useCounters((counters) => (name === null ? 0 : (counters[name] ?? 0)));
