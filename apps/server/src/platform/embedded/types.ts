/** Options of the embedded database. */
export interface EmbeddedOptions {
  /** The data folder of the installation (DATA_DIR), created when missing. The database is in its sub-folder `pg`. */
  dataDir: string;
  /** Receives English lines for the operator: place of the data, waits, restarts. */
  log: (line: string) => void;
  /** `false` only in tests. Without fsync a power failure may lose or break all data. `stop()` then always ends the server. */
  durable?: boolean;
  /** Further server settings (`-c name=value`). They cannot override those that keep the server private to this machine. */
  settings?: Record<string, string>;
}

/** The running server. `url`, `pid` and `startedHere` show the present state; a restart by `supervise` may change them. */
export interface EmbeddedServer {
  /** Connection string of the database `prdm`, with password and `application_name=prdm`. */
  readonly url: string;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** False when the program joined a running server: of another program, or left over from a killed one. */
  readonly startedHere: boolean;
  /** The folder of the database files: `DATA_DIR/pg`, unless a folder above DATA_DIR is closed to the account. */
  readonly dir: string;
  /**
   * Ends the server with a fast shutdown and waits for it. Close your own connections first. If another program is connected, the server
   * runs on. The last program that stops ends it, also one that joined a left-over server.
   */
  stop(): Promise<void>;
  /** Restarts the server whenever it ends unexpectedly, on the same port if possible. `onDown` gets the reason. */
  supervise(onDown: (why: string) => void): void;
}

/** The account of the server process when we are root, because PostgreSQL refuses root. */
export interface DatabaseUser {
  uid: number;
  gid: number;
  /** Its name, or the number when it has no name. */
  name: string;
}

/** One set of PostgreSQL server programs. */
export interface Binaries {
  /** Folder with `initdb` and `postgres`. */
  bin: string;
  major: number;
  /** "package": from our npm package. "system": found on this machine. */
  source: 'package' | 'system';
}

/** A start that cannot continue. The message is one sentence or two, with the remedy. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}
