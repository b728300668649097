/** What a caller wants of the embedded database. */
export interface EmbeddedOptions {
  /** The data folder of the installation (DATA_DIR). The database lives in its sub-folder `pg`. Made when missing. */
  dataDir: string;
  /** Receives plain English lines for the operator: where the data lies, waiting, restarts. */
  log: (line: string) => void;
  /** `false` only in tests: no fsync, so a power failure may lose or break everything, and `stop()` never spares the server. */
  durable?: boolean;
  /** Further server settings (`-c name=value`). The ones that keep the server private to this machine cannot be overridden. */
  settings?: Record<string, string>;
}

/**
 * The running server. `url`, `pid` and `startedHere` tell the present state: after a restart by `supervise` they may differ.
 */
export interface EmbeddedServer {
  /** Connection string of the database `prdm`, with password and `application_name=prdm`. */
  readonly url: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** False when a running server was adopted: another program's, or one left over by a program that was killed. */
  readonly startedHere: boolean;
  /** Where the database's files are: `DATA_DIR/pg`, unless a closed folder above DATA_DIR had to be by-passed. */
  readonly dir: string;
  /**
   * Close your own connections first. Ends the server in order (fast shutdown) and waits for it, unless another program is
   * connected: then the server stays, and whoever leaves last ends it. So does one who adopted a left-over server.
   */
  stop(): Promise<void>;
  /** From now on brings the server back when it goes down unasked, on the same port if possible; `onDown` hears why it went. */
  supervise(onDown: (why: string) => void): void;
}

/** The account the server runs under when we are root, who may not run it. */
export interface DatabaseUser {
  uid: number;
  gid: number;
  /** Its name, or the number where it has none. */
  name: string;
}

/** One set of PostgreSQL server programs. */
export interface Binaries {
  /** Folder with `initdb` and `postgres`. */
  bin: string;
  major: number;
  /** "package" is ours from npm, "system" one found on this machine. */
  source: 'package' | 'system';
}

/** A start that cannot go on. The message is one sentence (or two) that a person can act on. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
