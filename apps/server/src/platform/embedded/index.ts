import { realpathSync } from 'node:fs';
import { markAsProgram, connect, databaseUrl, ensureDatabase, othersConnected } from './connection.ts';
import type { Running } from './bring-up.ts';
import { bringUp } from './bring-up.ts';
import { prepareDataFolder } from './data-folder.ts';
import { clusterMajor, initialise } from './init.ts';
import { locateBinaries, usualSources } from './locate-binaries.ts';
import { sleep } from './processes.ts';
import type { ServerPlan } from './server-process.ts';
import { stopServer } from './server-process.ts';
import type { EmbeddedOptions, EmbeddedServer } from './types.ts';

export type { EmbeddedOptions, EmbeddedServer } from './types.ts';
export { EmbeddedError } from './types.ts';

/**
 * Starts the embedded PostgreSQL of a data folder, or joins the server that already runs there. That server may belong to another program,
 * or be left over from a killed one. Rejects with `EmbeddedError`; the message contains the remedy.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = prepareDataFolder(options.dataDir, options.log);
  const sources = usualSources(realpathSync(options.dataDir));
  const binaries = await locateBinaries(folder.user, clusterMajor(folder.cluster), sources);
  const durable = options.durable ?? true;
  const plan: ServerPlan = { folder, binaries, durable, settings: options.settings ?? {} };
  await initialise(folder, binaries, durable);
  const handle = new Handle(plan, realpathSync(folder.cluster), options.log);
  await handle.open(null);
  return handle;
}

/**
 * Pauses by the number of restarts since the server last ran steadily. At most two seconds, because no user can work without the database.
 */
const RESTART_PAUSES_MS = [0, 0, 200, 500, 1_000, 2_000];
/** A program that joined the server waits, so that the program that started it tries first. Otherwise they would race for the port. */
const ADOPTER_WAITS_MS = 400;
const STEADY_AFTER_MS = 60_000;

class Handle implements EmbeddedServer {
  readonly dir: string;
  readonly #plan: ServerPlan;
  readonly #cluster: string;
  readonly #log: (line: string) => void;
  #running: Running | null = null;
  #stopping: Promise<void> | null = null;
  #restarting: Promise<void> | null = null;
  #onDown: ((why: string) => void) | null = null;
  #downUnheard: string | null = null;
  #restarts = 0;
  #upSince = 0;

  constructor(plan: ServerPlan, cluster: string, log: (line: string) => void) {
    this.#plan = plan;
    this.#cluster = cluster;
    this.#log = log;
    this.dir = plan.folder.dir;
  }

  get url(): string {
    return databaseUrl(this.#cluster, this.#current().port);
  }

  get pid(): number {
    return this.#current().pid;
  }

  get startedHere(): boolean {
    return this.#current().child !== null;
  }

  async open(preferredPort: number | null): Promise<void> {
    const running = await bringUp(this.#plan, this.#cluster, preferredPort, this.#log, () => this.#stopping !== null);
    try {
      await ensureDatabase(running.client);
    } catch (error) {
      // The caller gets no handle to stop it.
      await running.client.end();
      if (running.child && this.#running === null) await stopServer(this.#plan, this.#cluster, running.pid);
      throw error;
    }
    this.#running = running;
    this.#upSince = Date.now();
    if (running.child) {
      running.child.onEnd(() => this.#down(running, running.child?.ended ?? 'gone'));
      await running.client.end();
    } else {
      // The connection stays open. Its end reports the end of the server at once, and it shows other programs that this one uses the
      // server.
      await markAsProgram(running.client);
      running.client.once('end', () => this.#down(running, 'the connection ended'));
    }
  }

  supervise(onDown: (why: string) => void): void {
    this.#onDown = onDown;
    const unheard = this.#downUnheard;
    if (unheard !== null && this.#running) this.#comeBack(this.#running, unheard);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#leave();
    return this.#stopping;
  }

  async #leave(): Promise<void> {
    await this.#restarting;
    const { pid, port, child, client } = this.#current();
    if (!child) await client.end();
    const asking = await connect(this.#cluster, port);
    if (asking) {
      const others = this.#plan.durable && (await othersConnected(asking));
      await asking.end();
      if (others) {
        this.#log('another program uses the database; it stays up');
        return;
      }
    } else if (!child) return;
    await stopServer(this.#plan, this.#cluster, pid);
    // Until its exit is handled, a dead child still has its process id.
    await child?.whenEnded();
  }

  #down(running: Running, how: string): void {
    if (this.#stopping || this.#running !== running) return;
    const why = `the database server (process ${running.pid}) went down: ${how}; see ${this.#plan.folder.logFile}`;
    if (this.#onDown) this.#comeBack(running, why);
    else this.#downUnheard = why;
  }

  #comeBack(lost: Running, why: string): void {
    this.#downUnheard = null;
    this.#onDown?.(why);
    this.#restarting = this.#restart(lost);
  }

  async #restart(lost: Running): Promise<void> {
    if (Date.now() - this.#upSince > STEADY_AFTER_MS) this.#restarts = 0;
    if (!lost.child) await sleep(ADOPTER_WAITS_MS);
    let said = '';
    while (!this.#stopping) {
      await sleep(RESTART_PAUSES_MS[Math.min(this.#restarts, RESTART_PAUSES_MS.length - 1)] ?? 0);
      this.#restarts += 1;
      if (this.#stopping) return;
      try {
        await this.open(lost.port);
        const moved = this.#current().port === lost.port ? '' : `, now on port ${this.#current().port}`;
        this.#log(`the database is back (process ${this.pid}${moved})`);
        return;
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        if (!this.#stopping && message !== said) this.#log(message);
        said = message;
      }
    }
  }

  #current(): Running {
    if (!this.#running) throw new Error('the embedded database was not opened');
    return this.#running;
  }
}
