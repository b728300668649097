import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../app.ts';
import { readEnv, type Env } from '../env.ts';
import { firstStart } from '../first-start.ts';
import { createModules, type Modules } from '../modules.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { createLog } from '../platform/log.ts';
import { createPlatform, type Platform } from '../platform/platform.ts';
import { startWorker } from '../worker.ts';
import { testDatabase } from './database.ts';
import { callOn, signInOn, type Answer, type Caller } from './calls.ts';
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
  /** Calls through the whole server without a socket. */
  call(endpoint: Endpoint, input: unknown, caller?: Caller): Promise<Answer>;
  /** A fresh session by account and password, over the real calls. */
  signIn(account: string, password: string): Promise<string>;
  admin(): Promise<string>;
  stop(): Promise<void>;
}

/** The whole program inside the test's process on a database of its own; worker included unless `works` is false. */
export async function startApp(
  options: { clock?: Clock; works?: boolean; env?: Record<string, string> } = {},
): Promise<TestApp> {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'prdm-data-'));
  const env = readEnv({
    DATA_DIR: dataDir,
    ADMIN_ACCOUNT: ADMIN.account,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'silent',
    PORT: '0',
    ...options.env,
  });
  const log = createLog(env.LOG_LEVEL);
  const platform = createPlatform({
    databaseUrl: database.url,
    directUrl: database.url,
    dataDir,
    clock: options.clock ?? systemClock,
    log,
  });
  const modules = createModules(platform, { modelTimeoutMs: env.MODEL_TIMEOUT_MS, modelMaxBytes: env.MODEL_MAX_BYTES });
  await firstStart(platform, modules, env);
  await platform.start();
  const worker = await startWorker(platform, modules, options.works !== false);
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
