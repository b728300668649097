import { buildApp } from './app.ts';
import { type Env } from './env.ts';
import { firstStart } from './first-start.ts';
import { createModules, limitsOf } from './modules.ts';
import { startEmbedded } from './platform/embedded/index.ts';
import { assertDurable } from './platform/db.ts';
import { systemClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { createPlatform } from './platform/platform.ts';
import { listenRefusal, makeDataDir, tryDatabase } from './tried-settings.ts';
import { startWorker } from './worker.ts';

export interface Roles {
  readonly http: boolean;
  readonly worker: boolean;
}

/** Parses --serve=http or --serve=worker, which divide one installation into several processes. Without it one process does both. */
export function rolesOf(args: readonly string[]): Roles {
  const input = args.find((arg) => arg.startsWith('--serve='))?.slice('--serve='.length);
  if (input === undefined) return { http: true, worker: true };
  const wanted = input.split(',');
  if (wanted.some((word) => word !== 'http' && word !== 'worker'))
    throw new Error('--serve takes http, worker or http,worker');
  return { http: wanted.includes('http'), worker: wanted.includes('worker') };
}

export interface Running {
  /** The http address. null for a process that is only a worker. */
  readonly address: string | null;
  stop(): Promise<void>;
}

/** Everything that was started. `stop` runs in reverse order, and runs all parts even when one fails. */
class Started {
  readonly #stops: (() => Promise<unknown>)[] = [];
  add(stop: () => Promise<unknown>): void {
    this.#stops.unshift(stop);
  }
  async stop(): Promise<void> {
    const errors: unknown[] = [];
    for (const stop of this.#stops.splice(0)) {
      try {
        await stop();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('; '));
    if (errors.length === 1) throw errors[0];
  }
}

export interface StartOptions {
  readonly say: (line: string) => void;
  /** Allows tests to use a database server without fsync. Nothing else may set it. */
  readonly unsafeDatabase?: true;
  readonly demo?: boolean;
  /** When aborted, the start ends before its next part and stops what already runs. */
  readonly signal?: AbortSignal;
}

/**
 * Starts the program: database, migrations, first-start data, worker, and the port last, so that the first request finds everything ready.
 * When a part fails, all started parts are stopped, above all the database.
 */
export async function start(env: Env, roles: Roles, options: StartOptions): Promise<Running> {
  const started = new Started();
  try {
    const address = await bringUp(env, roles, options, started);
    return { address, stop: () => started.stop() };
  } catch (error) {
    await started.stop().catch((cause: unknown) => options.say(`could not stop cleanly: ${String(cause)}`));
    throw error;
  }
}

async function bringUp(env: Env, roles: Roles, options: StartOptions, started: Started): Promise<string | null> {
  const { say, signal } = options;
  const log = createLog(env.LOG_LEVEL);
  await makeDataDir(env.DATA_DIR);
  if (env.DATABASE_URL !== undefined) await tryDatabase('DATABASE_URL', env.DATABASE_URL);
  if (env.DATABASE_DIRECT_URL !== undefined) await tryDatabase('DATABASE_DIRECT_URL', env.DATABASE_DIRECT_URL);
  signal?.throwIfAborted();
  const embedded = env.DATABASE_URL === undefined ? await startEmbedded({ dataDir: env.DATA_DIR, log: say }) : null;
  if (embedded) started.add(() => embedded.stop());
  const databaseUrl = env.DATABASE_URL ?? embedded?.url ?? '';
  const directUrl = env.DATABASE_DIRECT_URL ?? databaseUrl;
  embedded?.supervise((why) => log.error({ why }, 'the database went down and is started again'));
  signal?.throwIfAborted();
  const platform = createPlatform({
    databaseUrl,
    directUrl,
    dataDir: env.DATA_DIR,
    clock: systemClock,
    log,
    smtpUrl: env.SMTP_URL,
  });
  started.add(() => platform.stop());
  if (!options.unsafeDatabase) await assertDurable(platform.db);
  await migrate(platform.db.kysely);
  signal?.throwIfAborted();
  const modules = createModules(platform, limitsOf(env));
  const founded = await firstStart(platform, modules, env);
  // Printed at once: if a later part of the start fails, the password would be lost.
  if (founded) {
    say(`administrator's account: ${founded.account}`);
    if (founded.generatedPassword !== null)
      say(`password (shown only now, to be changed at the first sign-in): ${founded.generatedPassword}`);
  }
  for (const id of await modules.organisation.enterpriseIds()) await modules.projects.fillKeys(id);
  await platform.start();
  const worker = await startWorker(platform, modules, env, roles.worker);
  started.add(() => worker.stop());
  signal?.throwIfAborted();
  if (options.demo) await (await import('../seed/demo.ts')).furnishDemo(platform, modules, say);
  signal?.throwIfAborted();
  const app = roles.http ? await buildApp(platform, modules, env) : null;
  if (app) started.add(() => app.close());
  const address = app ? await listen(app, env) : null;

  if (address !== null) say(`PRDM is ready at ${env.PUBLIC_URL ?? address.replace('127.0.0.1', 'localhost')}`);
  else say('PRDM worker is ready');
  if (env.HOST !== '127.0.0.1' && env.HOST !== 'localhost' && env.PUBLIC_URL?.startsWith('https:') !== true) {
    say(
      `warning: reachable from outside at ${env.HOST} without https; set PUBLIC_URL to the https address in front of it`,
    );
  }
  return address;
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, env: Env): Promise<string> {
  try {
    return await app.listen({ host: env.HOST, port: env.PORT });
  } catch (error) {
    throw listenRefusal(env, error);
  }
}
