import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { encryptTransfer, formOf } from '../worlds/calls.ts';
import type { Endpoint, Envelope } from '@prdm/contract/kit';
import { getKeyIv, loginPwd } from '@prdm/contract/identity';

export interface Program {
  /** http://127.0.0.1:port */
  readonly address: string;
  readonly pid: number;
  /** All output of the program so far. */
  output(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const READY = /PRDM is ready at (http:\/\/\S+)/;

/** Starts the real program as a process. Rejects with its output when it ends before it is ready. */
export async function startProgram(options: {
  env: Record<string, string>;
  entry?: 'main' | 'server-process';
  args?: string[];
  readyMs?: number;
}): Promise<Program> {
  const entry = options.entry === 'server-process' ? './server-process.ts' : '../../main.ts';
  const child = spawn(process.execPath, [new URL(entry, import.meta.url).pathname, ...(options.args ?? [])], {
    env: { ...cleanEnvironment(), PORT: '0', LOG_LEVEL: 'error', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const address = await ready(child, () => said, options.readyMs ?? 60_000);
  return {
    address,
    pid: child.pid ?? 0,
    output: () => said,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** The environment variables that a fresh program sees. */
export const cleanEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/',
  ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
});

async function ready(child: ChildProcess, said: () => string, withinMs: number): Promise<string> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const address = READY.exec(said())?.[1];
    if (address !== undefined) return address.replace('localhost', '127.0.0.1');
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the program ended: ${said()}`);
    if (Date.now() > giveUpAt) {
      child.kill('SIGKILL');
      throw new Error(`the program was not ready in ${withinMs} ms: ${said()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** One call to a running program. Throws when it does not answer. */
export async function callProgram(
  address: string,
  endpoint: Endpoint,
  input: unknown,
  token?: string,
): Promise<Envelope<Record<string, unknown>> & { status: number }> {
  const inQuery = endpoint.method === 'GET' || endpoint.inputFrom === 'query';
  const form = formOf(input);
  const response = await fetch(`${address}${endpoint.path}${inQuery && form !== '' ? `?${form}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(token === undefined ? {} : { 'x-token': token }),
      ...(inQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(inQuery ? {} : { body: form }),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: response.status, ...((await response.json()) as Envelope<Record<string, unknown>>) };
}

export async function signInTo(address: string, account: string, password: string): Promise<string> {
  const { data: transfer } = await callProgram(address, getKeyIv, {});
  const { key, iv, kid } = transfer as { key: string; iv: string; kid: string };
  const answer = await callProgram(address, loginPwd, { account, password: encryptTransfer(password, key, iv), kid });
  if (answer.code !== 0) throw new Error(`sign-in refused: ${answer.code} ${answer.msg}`);
  return answer.data.token as string;
}
