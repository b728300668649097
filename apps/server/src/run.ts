import { readEnv } from './env.ts';
import { AppError } from './platform/errors.ts';
import { translate } from './platform/translate.ts';
import { rolesOf, start, type Running } from './start.ts';

/** The password of all users in the demo institute, also of the administrator. The README documents it. */
const DEMO_PASSWORD = 'Design-2026';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts the program with the environment and the command line. Stops cleanly on a signal, also during the start. */
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
    if (signal.aborted && error === signal.reason) process.exit(0); // a signal stopped the start
    process.stderr.write(`PRDM cannot start: ${inWords(error)}\n`);
    process.exit(1);
  }
}

/** Domains throw text keys. The operator who starts the program needs the text. */
function inWords(error: unknown): string {
  if (error instanceof AppError) return translate('en', error.key, error.details.params ?? {});
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}

/** Aborts on the first signal that ends the program. Later signals have no effect, because the stop already runs. */
function onFirstSignal(): AbortController {
  const input = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => input.abort());
  return input;
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
