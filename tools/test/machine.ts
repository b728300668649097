import { availableParallelism, totalmem } from 'node:os';

export interface Machine {
  cores: number;
  memoryBytes: number;
}

export interface Workers {
  /** Number of processes for unit and API tests. */
  unit: number;
  /** Number of parallel browser tests, each with its own program and browser. */
  browser: number;
  /** Number of parallel tests that draw models: without a graphics card each one fills a core. */
  drawing: number;
}

const GIGABYTE = 2 ** 30;
/** Memory of the operating system and the database of the unit tests. */
const RESERVED = GIGABYTE;
/** Memory of a process that converts a building, with the process that watches it. */
const UNIT_BYTES = GIGABYTE;
/** Memory of a program, its database, its conversions and a browser. */
const BROWSER_BYTES = 2 * GIGABYTE;
/** The database takes 200 connections, and a file with two servers needs twenty. */
const MOST_UNIT = 8;
/** The longest file alone takes as long as the others beside it, so more processes would wait for it. */
const MOST_BROWSER = 6;

/** One worker for each core: on two cores a third makes nothing faster and delays tests that wait. */
export function workersFor({ cores, memoryBytes }: Machine): Workers {
  const fit = (each: number, most: number): number =>
    Math.max(1, Math.min(cores, most, Math.floor((memoryBytes - RESERVED) / each)));
  const browser = fit(BROWSER_BYTES, MOST_BROWSER);
  return { unit: fit(UNIT_BYTES, MOST_UNIT), browser, drawing: Math.max(1, Math.floor(browser / 2)) };
}

/** The limits of this process, which are below the machine's in a container. */
export function thisMachine(): Machine {
  const allowed = process.constrainedMemory();
  const memoryBytes = allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryBytes };
}
