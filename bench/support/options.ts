/** Options of the command line that every bench gets. */
export interface BenchOptions {
  /** How long each contestant runs in each round, or the load at each rate. */
  readonly seconds: number;
  /** Folder for CPU profiles. */
  readonly profile: string | null;
  /** Folder that keeps the filled database for the next run. */
  readonly data: string | null;
  /** Tasks of the institute; a multiple of 200. Benches that need the full size ignore it. */
  readonly tasks: number;
}
