import { mkdir } from 'node:fs/promises';
import { buildApp } from './app.ts';
import { type Env } from './env.ts';
import { firstStart } from './first-start.ts';
import { createModules } from './modules.ts';
import { startEmbedded } from './platform/embedded/index.ts';
import { assertDurable } from './platform/db.ts';
import { systemClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { createPlatform } from './platform/platform.ts';
import { startWorker } from './worker.ts';

export interface Roles {
  readonly http: boolean;
  readonly worker: boolean;
}

/** --serve=http or --serve=worker spreads one installation over several processes; without it one process does both. */
export function rolesOf(args: readonly string[]): Roles {
  const wish = args.find((arg) => arg.startsWith('--serve='))?.slice('--serve='.length);
  if (wish === undefined) return { http: true, worker: true };
  const wanted = wish.split(',');
  if (wanted.some((word) => word !== 'http' && word !== 'worker'))
    throw new Error('--serve takes http, worker or http,worker');
  return { http: wanted.includes('http'), worker: wanted.includes('worker') };
}

export interface Running {
  /** Where http answers; null for a worker alone. */
  readonly address: string | null;
  stop(): Promise<void>;
}

/**
 * Starts the program: database, migrations, first-start data, worker, and last of all the port, so that whoever reaches it
 * finds everything ready. `unsafeDatabase` lets tests run on a server that does not wait for the disk; nothing else may.
 */
export async function start(
  env: Env,
  roles: Roles,
  options: { say: (line: string) => void; unsafeDatabase?: true; demo?: boolean },
): Promise<Running> {
  const { say } = options;
  const log = createLog(env.LOG_LEVEL);
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const embedded = env.DATABASE_URL === undefined ? await startEmbedded({ dataDir: env.DATA_DIR, log: say }) : null;
  const databaseUrl = env.DATABASE_URL ?? embedded?.url ?? '';
  const directUrl = env.DATABASE_DIRECT_URL ?? databaseUrl;
  embedded?.supervise((why) => log.error({ why }, 'the database went down and is started again'));
  const platform = createPlatform({ databaseUrl, directUrl, dataDir: env.DATA_DIR, clock: systemClock, log });
  if (!options.unsafeDatabase) await assertDurable(platform.db);
  await migrate(platform.db.kysely);
  const modules = createModules(platform, { modelTimeoutMs: env.MODEL_TIMEOUT_MS, modelMaxBytes: env.MODEL_MAX_BYTES });
  const founded = await firstStart(platform, modules, env);
  await platform.start();
  const worker = await startWorker(platform, modules, roles.worker);
  if (options.demo) await (await import('../seed/demo.ts')).furnishDemo(platform, modules, say);
  const app = roles.http ? await buildApp(platform, modules, env) : null;
  const address = app ? await app.listen({ host: env.HOST, port: env.PORT }) : null;

  if (founded) {
    say(`administrator's account: ${founded.account}`);
    if (founded.generatedPassword !== null)
      say(`password (shown only now, to be changed at the first sign-in): ${founded.generatedPassword}`);
  }
  if (address !== null) say(`PRDM is ready at ${env.PUBLIC_URL ?? address.replace('127.0.0.1', 'localhost')}`);
  else say('PRDM worker is ready');
  if (env.HOST !== '127.0.0.1' && env.HOST !== 'localhost' && env.PUBLIC_URL?.startsWith('https:') !== true) {
    say(
      `warning: reachable from outside at ${env.HOST} without https; set PUBLIC_URL to the https address in front of it`,
    );
  }

  return {
    address,
    async stop() {
      await app?.close();
      await worker.stop();
      await platform.stop();
      await embedded?.stop();
    },
  };
}
