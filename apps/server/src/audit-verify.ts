import { readEnv } from './env.ts';
import { NewestSeals, readSealKey, verifyLog, type Problem } from './modules/audit/sealing/index.ts';
import { openDatabase, sliceDb } from './platform/db.ts';
import { startEmbedded } from './platform/embedded/index.ts';
import { createLog } from './platform/log.ts';

/**
 * `npm run audit:verify`: compares the action log with its seals and changes nothing. The program may run meanwhile. Exit
 * code 1 with one line for each enterprise that has a problem.
 */
const WORDS: Readonly<Record<Problem['kind'], string>> = {
  altered: 'was altered',
  removed: 'was removed',
  inserted: 'was inserted',
  tail: 'was removed with all rows behind it, up to the newest seal outside the database',
  rebuilt: 'and the rows behind it have seals that were made without the key',
  unanchored: 'there is no seal outside the database',
  late: 'waits for its seal: no worker runs',
};

function inWords({ kind, enterpriseId, position, logId }: Problem): string {
  const row = logId === null ? '' : ` row ${logId}`;
  const place = position === null ? '' : ` position ${position}`;
  return `enterprise ${enterpriseId}:${row}${row !== '' && place !== '' ? ',' : ''}${place} ${WORDS[kind]}`.replace(
    /: +/,
    ': ',
  );
}

async function main(): Promise<boolean> {
  const env = readEnv(process.env);
  const key = await readSealKey(env.DATA_DIR, env.AUDIT_KEY);
  if (key === null) throw new Error(`there is no key of the action log in ${env.DATA_DIR}, and AUDIT_KEY is not set`);
  const embedded =
    env.DATABASE_URL === undefined ? await startEmbedded({ dataDir: env.DATA_DIR, log: () => undefined }) : null;
  try {
    const database = openDatabase(env.DATABASE_URL ?? embedded?.url ?? '', createLog('silent'), { max: 2 });
    try {
      const began = performance.now();
      const outside = await new NewestSeals(env.DATA_DIR).read();
      const tables = sliceDb(database, 'action_log', 'action_seal', 'action_unsealed');
      const { enterprises, rows, waiting, problems } = await verifyLog(tables.read, key, outside);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      for (const problem of problems) console.log(inWords(problem));
      const facts = `${rows} sealed rows of ${enterprises} enterprises in ${seconds} s, ${waiting} rows wait for a seal`;
      console.log(problems.length === 0 ? `ok: ${facts}` : `the action log is not right: ${facts}`);
      return problems.length === 0;
    } finally {
      await database.close();
    }
  } finally {
    await embedded?.stop();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`audit:verify cannot run: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
