/**
 * Regenerates apps/server/src/platform/db-types.ts from a freshly migrated database.
 *   db-types.ts           writes the file
 *   db-types.ts --check   fails when the file is not what the migrations give
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../apps/server/src/platform/db.ts';
import { startEmbedded } from '../apps/server/src/platform/embedded/index.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';

const TARGET = 'apps/server/src/platform/db-types.ts';
const check = process.argv.includes('--check');
const folder = await mkdtemp(join(tmpdir(), 'prdm-types-'));
const server = await startEmbedded({ dataDir: folder, log: () => undefined, durable: false });
try {
  const database = openDatabase(server.url, createLog('silent'), { max: 2 });
  await migrate(database.kysely);
  await database.close();
  const out = check ? join(folder, 'db-types.ts') : TARGET;
  const mapping = JSON.stringify({ int8: 'number' });
  const options = ['--dialect', 'postgres', '--url', server.url, '--out-file', out, '--type-mapping', mapping, '--date-parser', 'string'];
  const generator = 'node_modules/kysely-codegen/dist/cli/bin.js';
  execFileSync(process.execPath, [generator, ...options, '--exclude-pattern', '(pgboss.*|migration*)'], { stdio: 'pipe' });
  if (check && (await readFile(out, 'utf8')) !== (await readFile(TARGET, 'utf8'))) {
    console.log(`${TARGET} is not what the migrations give; run: npm run ts tools/db-types.ts`);
    process.exitCode = 1;
  } else console.log('db-types are fresh');
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
