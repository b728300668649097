import type { JobKind } from '../jobs.ts';
import type { Mount } from './mounting.ts';
import type { SubjectKind } from './subjects.ts';

/** A job that a timer starts. */
export interface TimedJob {
  readonly job: JobKind<Record<string, never>>;
  /** Cron expression with five fields, in the time zone of the server. */
  readonly cron: string;
  run(): Promise<void>;
}

/** The background work of a module. Every process can enqueue its jobs. Only a worker runs them. */
export interface Registers {
  readonly jobs?: readonly JobKind<object>[];
  readonly timers?: readonly TimedJob[];
  /** Starts queues that the module empties by itself. */
  start?(): Promise<{ stop(): void | Promise<void> }>;
}

/** The share of a module in the server: subject kinds for the ids of calls, routes, and background work. */
export interface ServerModule {
  readonly kinds: readonly SubjectKind<unknown>[];
  routes(mount: Mount): void | Promise<void>;
  readonly registers: Registers;
}
