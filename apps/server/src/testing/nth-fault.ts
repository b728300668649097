import { AsyncLocalStorage } from 'node:async_hooks';
import fsPromises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { Socket } from 'node:net';
import { Client } from 'pg';

/** The step that fails, and when: instead of the step, or after it (the answer is lost). */
export interface Fault {
  readonly nth: number;
  readonly when: 'instead' | 'after';
}

interface Run extends Fault {
  steps: number;
}

const runs = new AsyncLocalStorage<Run>();

interface Doing<T> {
  readonly name: string;
  work(): Promise<T>;
  /** The effect of a fault besides the error. */
  broken?(result: T | null): void | Promise<void>;
}

/** Counts a step of this run. Steps of others (timers, other calls) pass unchanged. */
async function step<T>({ name, work, broken }: Doing<T>): Promise<T> {
  const run = runs.getStore();
  if (!run) return work();
  run.steps += 1;
  if (run.steps !== run.nth) return work();
  await broken?.(run.when === 'after' ? await work() : null);
  throw new Error(`fault at step ${run.nth}: ${name}`);
}

const FS = ['open', 'rename', 'rm', 'stat', 'mkdir', 'unlink'] as const;
type AsyncFunction = (...args: unknown[]) => Promise<unknown>;

/** A fault stands for the end of a process, which would close an unreceived handle. */
const letGo = async (result: unknown): Promise<void> => {
  if (typeof result === 'object' && result !== null && 'close' in result) await (result as FileHandle).close();
};

type Connected = Client & { connection: { stream: Socket } };
const breakConnection = async (client: Connected): Promise<void> => {
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.connection.stream.destroy();
  await ended; // this event removes the client from the pool; without the wait, the pool would lend it again
};

/** Adds a counter to every statement and every file operation of this process. Returns the function that removes it. */
export function armFaults(): () => void {
  const table = fsPromises as unknown as Record<string, AsyncFunction>;
  const kept = FS.map((name) => [name, table[name] as AsyncFunction] as const);
  for (const [name, original] of kept)
    table[name] = (...args) => step({ name, work: () => original(...args), broken: letGo });
  syncBuiltinESMExports();
  const prototype = Client.prototype as unknown as { query: (this: unknown, ...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function counted(this: unknown, ...args: unknown[]) {
    // A call with a callback comes from the pool (the first statement of a new connection) and is not a step.
    if (typeof args.at(-1) === 'function') return query.apply(this, args);
    return step({
      name: String(args[0]).slice(0, 60),
      work: () => query.apply(this, args) as Promise<unknown>,
      // A statement fails because its connection fails. A working connection would keep its transaction open in the
      // pool.
      broken: () => breakConnection(this as Connected),
    });
  };
  return () => {
    for (const [name, original] of kept) table[name] = original;
    syncBuiltinESMExports();
    prototype.query = query;
  };
}

/** Runs `work` with a fault at its nth step. `hit` is false when it had fewer steps; then every step was tested. */
export async function withFault<T>(
  fault: Fault,
  work: () => Promise<T>,
): Promise<{ hit: boolean; result: T | null; error: unknown }> {
  const run: Run = { ...fault, steps: 0 };
  try {
    const result = await runs.run(run, work);
    return { hit: run.steps >= fault.nth, result, error: null };
  } catch (error) {
    return { hit: run.steps >= fault.nth, result: null, error };
  }
}
