import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { getKeyIv, loginPwd } from '@prdm/contract/identity';
import type { Endpoint, Envelope } from '@prdm/contract/kit';
import { readEnv } from '../../env.ts';
import { createModules, limitsOf, type Modules } from '../../modules.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createPlatform, type Platform } from '../../platform/platform.ts';
import { encryptTransfer, formOf, tokenHeader } from '../worlds/calls.ts';
import { ADMIN, foundedDatabase } from './start-app.ts';

const SERVER = fileURLToPath(new URL('server-process.ts', import.meta.url));
const READY = /^PRDM is ready at (http:\S+)$/;
const READY_MS = 60_000;
const STOP_MS = 20_000;

export interface TwoServers {
  /** The two base addresses, http://127.0.0.1:port. */
  readonly addresses: readonly [string, string];
  readonly databaseUrl: string;
  /** The same installation in the test's own process, for the setup of races; it serves no calls. */
  readonly platform: Platform;
  readonly modules: Modules;
  /** Every line that the two processes have written so far. */
  readonly said: readonly string[];
  readonly pids: readonly [number, number];
  stop(): Promise<void>;
}

interface Preparation {
  /** Runs before the processes start. */
  readonly prepare?: (databaseUrl: string) => Promise<void>;
  /** Settings of one of the two processes. */
  readonly envOf?: (number: number, databaseUrl: string) => Record<string, string>;
}

/**
 * One installation served by two real processes on one database, which behaves like two machines. Both also run the
 * worker. `env` adds settings; with PUBLIC_URL the ports are chosen before the start. Rejects with the output of a server that does not start.
 */
export async function startTwo(
  env: Record<string, string> = {},
  { prepare, envOf }: Preparation = {},
): Promise<TwoServers> {
  const database = await foundedDatabase();
  await prepare?.(database.url);
  const dataDir = await mkdtemp(join(tmpdir(), 'prdm-two-'));
  const children: ChildProcess[] = [];
  const said: string[] = [];
  const platform = createPlatform({
    databaseUrl: database.url,
    directUrl: database.url,
    dataDir,
    clock: systemClock,
    log: createLog('silent'),
    poolMax: 4,
  });
  const stop = async () => {
    await Promise.all(children.map(ended));
    await platform.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const ready = [0, 1].map((number) =>
      serve(
        { children, said },
        { DATABASE_URL: database.url, DATA_DIR: dataDir, ...env, ...envOf?.(number, database.url) },
      ),
    );
    const addresses = (await Promise.all(ready)) as [string, string];
    const pids = children.map(({ pid }) => pid ?? 0) as [number, number];
    const modules = createModules(platform, limitsOf(readEnv({})));
    return { addresses, databaseUrl: database.url, platform, modules, said, pids, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function serve(
  { children, said: together }: { children: ChildProcess[]; said: string[] },
  env: Record<string, string>,
): Promise<string> {
  // With PUBLIC_URL the server announces that address, and not its own.
  const port = env['PUBLIC_URL'] === undefined ? '0' : await freePort();
  const child = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PUBLIC_URL: '',
      LOG_LEVEL: 'error',
      ...env,
      PORT: port,
      HOST: '127.0.0.1',
      ADMIN_ACCOUNT: ADMIN.account,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  children.push(child);
  const said: string[] = [];
  const note = (line: string): void => {
    said.push(line);
    together.push(line);
  };
  createInterface({ input: child.stderr }).on('line', note);
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    const failed = (why: string) => reject(new Error(`a server ${why}:\n${said.join('\n')}`));
    const tooLate = setTimeout(() => failed(`was not ready after ${READY_MS} ms`), READY_MS);
    child.once('exit', (code) => failed(`ended with ${code}`));
    lines.on('line', (line) => {
      note(line);
      const address = READY.exec(line)?.[1];
      if (address === undefined) return;
      clearTimeout(tooLate);
      resolve(port === '0' ? address.replace('localhost', '127.0.0.1') : `http://127.0.0.1:${port}`);
    });
  });
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

/** Stops a child with the operator's signal. Kills it after a timeout. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(kill);
}

/** `data` has the contract's type, which is true for code 0 only. A refusal has other data, which a test compares. */
export interface WireAnswer<D = unknown> extends Readonly<Envelope<D>> {
  readonly status: number;
}

/** One call over a real socket, as a browser makes it. */
export async function callAt<O extends z.ZodType>(
  address: string,
  endpoint: Endpoint<z.ZodType, O>,
  input: unknown,
  token?: string,
  key?: string,
): Promise<WireAnswer<z.output<O>>> {
  const form = formOf(input);
  const inQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query';
  const response = await fetch(`${address}${endpoint.path}${inQuery && form !== '' ? `?${form}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : tokenHeader(token)),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(inQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(inQuery ? {} : { body: form }),
  });
  return { status: response.status, ...((await response.json()) as Envelope<z.output<O>>) };
}

export async function signInAt(address: string, account: string, password: string): Promise<string> {
  const { data: transfer } = await callAt(address, getKeyIv, {});
  const answer = await callAt(address, loginPwd, {
    account,
    password: encryptTransfer(password, transfer.key, transfer.iv),
    kid: transfer.kid,
  });
  if (answer.code !== 0) throw new Error(`sign-in of ${account} refused: ${answer.code} ${answer.msg}`);
  return answer.data.token;
}
