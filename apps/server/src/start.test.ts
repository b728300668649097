import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';
import { livingServer } from './platform/embedded/server-process.ts';
import { eventually, Folders } from './platform/embedded/testing/launcher.ts';
import { start } from './start.ts';

/** The tests use the embedded database, because a failed start or stop could leave it running. */
vi.setConfig({ testTimeout: 90_000 });

let taken: Server;
beforeAll(async () => {
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
});
afterAll(() => void taken.close());

const serverIn = (dataDir: string) => livingServer(join(dataDir, 'pg', 'data'));
const takenPort = (): number => (taken.address() as { port: number }).port;

/** Starts the program by its own entry file, with its own database. */
function program(file: string, args: readonly string[], env: Record<string, string> = {}) {
  const { DATABASE_URL: _url, DATABASE_DIRECT_URL: _direct, ...rest } = process.env;
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...rest, LOG_LEVEL: 'silent', HOST: '127.0.0.1', PUBLIC_URL: '', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (said += text.toString('utf8')));
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal, said: () => said }));
  return { child, ended, said: () => said };
}

describe('a failed start', () => {
  it('stops the database when the port is taken', async () => {
    await using folders = new Folders();
    const dataDir = await folders.makeWithDatabase();
    const env = readEnv({ DATA_DIR: dataDir, PORT: String(takenPort()), LOG_LEVEL: 'silent' });
    const seen: (number | undefined)[] = [];
    const say = (): void => void seen.push(serverIn(dataDir)?.pid);
    await expect(start(env, { http: true, worker: true }, { say })).rejects.toThrow('EADDRINUSE');
    expect(seen.some((pid) => pid !== undefined)).toBe(true);
    expect(serverIn(dataDir)).toBeNull();
  });

  it('stops the database when a later part of the start fails, and throws the reason', async () => {
    await using folders = new Folders();
    const dataDir = await folders.makeWithDatabase();
    const env = readEnv({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' });
    const halt = AbortSignal.abort(new Error('no more'));
    await expect(start(env, { http: true, worker: true }, { say: () => undefined, signal: halt })).rejects.toThrow(
      'no more',
    );
    expect(serverIn(dataDir)).toBeNull();
  });
});

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s during the start ends the program cleanly', async (signal) => {
    await using folders = new Folders();
    const dataDir = await folders.makeWithDatabase();
    const { child, ended, said } = program('main.ts', [], { DATA_DIR: dataDir, PORT: '0' });
    const early = ended.then(() => {
      throw new Error(`ended by itself: ${said()}`);
    });
    early.catch(() => undefined);
    await Promise.race([early, eventually(() => expect(serverIn(dataDir)).not.toBeNull(), 60_000)]);
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 0, signal: null });
    expect(said()).not.toContain('cannot start');
    expect(serverIn(dataDir)).toBeNull();
  });

  it('while the program runs also ends it cleanly', async () => {
    await using folders = new Folders();
    const dataDir = await folders.makeWithDatabase();
    const { child, ended, said } = program('main.ts', [], { DATA_DIR: dataDir, PORT: '0' });
    await eventually(() => expect(said()).toContain('PRDM is ready'), 60_000);
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null });
    expect(serverIn(dataDir)).toBeNull();
  });
});

it('waiting for the end of the database process ends, although nothing else keeps the program alive', async () => {
  const { ended, said } = program('platform/embedded/testing/stop-alone.ts', []);
  expect(await ended).toMatchObject({ code: 0 });
  expect(said()).toBe('stopped\n');
});
