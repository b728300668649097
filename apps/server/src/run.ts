import { readEnv } from './env.ts';
import { AppError } from './platform/errors.ts';
import { translate } from './platform/translate.ts';
import { rolesOf, start, type Running } from './start.ts';

/** Everybody's password in the demo institute, the administrator's too; the README tells it. */
const DEMO_PASSWORD = 'Design-2026';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts by the environment and the command line, and stops cleanly on a signal, also on one that comes while it starts. */
export async function run(options: { unsafeDatabase?: true } = {}): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const { signal } = onFirstSignal();
  try {
    const args = process.argv.slice(2);
    const demo = args.includes('--demo');
    const env = readEnv(demo ? { DATA_DIR: 'demo-data', ADMIN_PASSWORD: DEMO_PASSWORD, ...process.env } : process.env);
    const running = await start(env, rolesOf(args), { say, demo, signal, ...options });
    if (signal.aborted) await leave(running);
    else signal.addEventListener('abort', () => void leave(running));
  } catch (error) {
    if (signal.aborted && error === signal.reason) process.exit(0); // stopped while starting, as it was asked to
    process.stderr.write(`PRDM cannot start: ${inWords(error)}\n`);
    process.exit(1);
  }
}

/** The domains refuse by the key of a sentence; whoever starts the program reads the sentence. */
function inWords(error: unknown): string {
  if (error instanceof AppError) return translate('en', error.key, error.details.params ?? {});
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}

/** Aborted by the first signal that asks the program to end; the others ask for what is being done already. */
function onFirstSignal(): AbortController {
  const wish = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => wish.abort());
  return wish;
}

async function leave(running: Running): Promise<void> {
  try {
    await running.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`could not stop cleanly: ${String(error)}\n`);
    process.exit(1);
  }
}
