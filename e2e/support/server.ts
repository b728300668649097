import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'apps/server/src/main.ts');
const CLIENT = join(ROOT, 'apps/web/dist/index.html');
const START_MS = 90_000;
const STOP_MS = 20_000;

export const ADMIN = { account: 'admin', password: 'Weng-7-admin' } as const;

export interface RunningServer {
  /** http://127.0.0.1:port */
  readonly address: string;
  /** Its data folder, for commands beside the running program. */
  readonly dataDir: string;
  /** Output of the program so far, e.g. a generated password. */
  readonly said: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts the program as an installation does, with its embedded database, in a temporary data folder. */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  if (!existsSync(CLIENT)) throw new Error('the web client is not built: npm run build');
  const dataDir = await mkdtemp(join(tmpdir(), 'prdm-e2e-'));
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), PORT: '0', DATA_DIR: dataDir, ADMIN_PASSWORD: ADMIN.password, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const port = await readyAt(child, () => said);
    return { address: `http://127.0.0.1:${port}`, dataDir, said: () => said, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs a command of the program on the data of a running server. Resolves to its exit code and all that it wrote. */
export async function runCommand(
  { dataDir }: Pick<RunningServer, 'dataDir'>,
  file: string,
  args: readonly string[],
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...cleanEnvironment(), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
}

/** Exported settings of an installation must not direct the tests to its data. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const env = { ...process.env };
  const settings = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'HOST', 'PUBLIC_URL', 'NODE_ENV', 'SMTP_URL', 'OIDC_ISSUER'];
  for (const name of settings) delete env[name];
  return env;
}

async function readyAt(child: ChildProcess, said: () => string): Promise<string> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    const found = /PRDM is ready at http:\/\/[^:]+:(\d+)/.exec(said());
    if (found?.[1] !== undefined) return found[1];
    if (child.exitCode !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server did not start:\n${said()}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(late);
}
