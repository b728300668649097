import { readEnv } from './env.ts';
import { rolesOf, start, type Running } from './start.ts';

/** Everybody's password in the demo institute, the administrator's too; the README tells it. */
const DEMO_PASSWORD = 'Design-2026';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts by the environment and the command line, and stops cleanly on a signal. */
export async function run(options: { unsafeDatabase?: true } = {}): Promise<void> {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const args = process.argv.slice(2);
    const demo = args.includes('--demo');
    const env = readEnv(demo ? { DATA_DIR: 'demo-data', ADMIN_PASSWORD: DEMO_PASSWORD, ...process.env } : process.env);
    const running = await start(env, rolesOf(args), { say, demo, ...options });
    stopOnSignal(running);
  } catch (error) {
    process.stderr.write(`PRDM cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

function stopOnSignal(running: Running): void {
  let stopping = false;
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`could not stop cleanly: ${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
}
