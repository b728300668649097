import { createInterface } from 'node:readline/promises';
import { LANGS } from '@prdm/locales';
import { keyInData, type TextKey } from '@prdm/locales/text-key';
import { readEnv } from '../env.ts';
import { createModules, limitsOf } from '../modules.ts';
import { systemClock } from '../platform/clock.ts';
import { startEmbedded } from '../platform/embedded/index.ts';
import { AppError } from '../platform/errors.ts';
import { createLog } from '../platform/log.ts';
import { migrate } from '../platform/migrate.ts';
import { createPlatform } from '../platform/platform.ts';
import { translate } from '../platform/translate.ts';
import { makeDataDir, tryDatabase } from '../tried-settings.ts';
import { addEnterprise } from './add.ts';
import { readOptions, WrongOption, type Ask } from './options.ts';

/** `npm run enterprise:add`: works beside the running program, and also before its first start. */

/** Chinese and English: nobody has chosen a language at a terminal. */
const both = (key: TextKey, params: Readonly<Record<string, string | number>> = {}): string =>
  LANGS.filter((lang) => lang !== 'tw')
    .map((lang) => translate(lang, key, params))
    .join(' / ');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function asked(): Promise<{ ask: Ask; close: () => void }> {
  if (!process.stdin.isTTY) return { ask: null, close: () => undefined };
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return {
    ask: (question) => terminal.question(`${both(`enterprise.command.${question}`)}: `),
    close: () => terminal.close(),
  };
}

async function run(): Promise<void> {
  const { ask, close } = await asked();
  const wanted = await readOptions(process.argv.slice(2), ask).finally(close);
  const env = readEnv(process.env);
  await makeDataDir(env.DATA_DIR);
  if (env.DATABASE_URL !== undefined) await tryDatabase('DATABASE_URL', env.DATABASE_URL);
  const embedded =
    env.DATABASE_URL === undefined ? await startEmbedded({ dataDir: env.DATA_DIR, log: () => undefined }) : null;
  const databaseUrl = env.DATABASE_URL ?? embedded?.url ?? '';
  const platform = createPlatform({
    databaseUrl,
    directUrl: env.DATABASE_DIRECT_URL ?? databaseUrl,
    dataDir: env.DATA_DIR,
    clock: systemClock,
    log: createLog(env.LOG_LEVEL),
    smtpUrl: undefined,
  });
  try {
    await migrate(platform.db.kysely);
    const added = await addEnterprise(platform, createModules(platform, limitsOf(env)), wanted);
    say(
      wanted.kind === 'system'
        ? both('enterprise.command.systemAdded', { account: added.account })
        : both('enterprise.command.added', { name: wanted.name, account: added.account }),
    );
    if (added.generatedPassword !== null)
      say(both('enterprise.command.password', { password: added.generatedPassword }));
  } finally {
    await platform.stop();
    await embedded?.stop();
  }
}

function inWords(error: unknown): string {
  if (error instanceof WrongOption) return both(keyInData(`enterprise.${String(error.key)}`), error.params);
  if (error instanceof AppError) return both(error.key, error.details.params ?? {});
  return error instanceof Error ? error.message : String(error);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode = 1;
}
