import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../app.ts';
import { readEnv, type Env } from '../../env.ts';
import { firstStart } from '../../first-start.ts';
import { createModules, limitsOf, type Modules } from '../../modules.ts';
import { systemClock, type Clock } from '../../platform/clock.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { createPlatform, type Platform } from '../../platform/platform.ts';
import { startWorker } from '../../worker.ts';
import { foundedTemplate, testDatabase, type TestDatabase } from './database.ts';
import { callOn, signInOn, type Answer, type Caller } from '../worlds/calls.ts';
import type { Endpoint } from '@prdm/contract/kit';

export const ADMIN = { account: 'admin', password: 'Weng-7-admin' } as const;

export interface TestApp {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  readonly modules: Modules;
  readonly env: Env;
  readonly databaseUrl: string;
  /** http://127.0.0.1:port, listening. */
  readonly address: string;
  /** Calls the whole server without a socket. */
  call(endpoint: Endpoint, input: unknown, caller?: Caller): Promise<Answer>;
  /** A new session by account and password, through the real calls. */
  signIn(account: string, password: string): Promise<string>;
  admin(): Promise<string>;
  stop(): Promise<void>;
}

interface Options {
  readonly clock?: Clock;
  /** Whether the worker runs; true by default. */
  readonly works?: boolean;
  readonly env?: Record<string, string>;
  readonly log?: Log;
}

function assemble(
  databaseUrl: string,
  dataDir: string,
  options: Options,
): Pick<TestApp, 'platform' | 'modules' | 'env'> {
  const env = readEnv({
    DATA_DIR: dataDir,
    ADMIN_ACCOUNT: ADMIN.account,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...options.env,
  });
  const platform = createPlatform({
    databaseUrl,
    directUrl: databaseUrl,
    dataDir,
    clock: options.clock ?? systemClock,
    log: options.log ?? createLog(env.LOG_LEVEL),
    smtpUrl: env.SMTP_URL,
  });
  const modules = createModules(platform, limitsOf(env));
  return { platform, modules, env };
}

/** The records that the program creates on an empty database: the enterprise, its administrator and the queues. */
async function foundIn(databaseUrl: string): Promise<void> {
  const { platform, modules, env } = assemble(databaseUrl, tmpdir(), {});
  try {
    await firstStart(platform, modules, env);
    await startWorker(platform, modules, env, false);
  } finally {
    await platform.stop();
  }
}

let founded: Promise<string> | undefined;

/** A separate database after a first start. */
export async function foundedDatabase(): Promise<TestDatabase> {
  founded ??= foundedTemplate(foundIn);
  return testDatabase(await founded);
}

/**
 * The whole program in the test's process, on its own database after a first start. It includes the worker unless
 * `works` is false.
 */
export async function startApp(options: Options = {}): Promise<TestApp> {
  const database = await foundedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'prdm-data-'));
  const { platform, modules, env } = assemble(database.url, dataDir, options);
  await platform.start();
  const worker = await startWorker(platform, modules, env, options.works !== false);
  const app = await buildApp(platform, modules, env);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  let adminToken: string | null = null;
  return {
    app,
    platform,
    modules,
    env,
    databaseUrl: database.url,
    address,
    call: (endpoint, input, caller) => callOn(app, endpoint, input, caller),
    signIn: (account, password) => signInOn(app, account, password),
    async admin() {
      adminToken ??= await signInOn(app, ADMIN.account, ADMIN.password);
      return adminToken;
    },
    async stop() {
      await app.close();
      await worker.stop();
      await platform.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
