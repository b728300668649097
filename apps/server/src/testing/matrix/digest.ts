import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestApp } from '../servers/start-app.ts';

/** Updates of the session's own columns are not an effect of a call. */
const LIVING_COLUMNS: Readonly<Record<string, string[]>> = { session: ['last_seen_at', 'idle_expires_at'] };

/**
 * The state that a call may change. Equal digests mean that no row and no byte on disk was added, changed or removed.
 */
export async function digestOf(app: TestApp): Promise<Record<string, string>> {
  return { ...(await rowsOf(app.databaseUrl)), ...(await filesIn(app.env.DATA_DIR)) };
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const sums = files.map(async (file) => [
    `file ${file.slice(folder.length + 1)}`,
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(sums)) as Record<string, string>;
}

/** A checksum of the content of every table. */
async function rowsOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const digest: Record<string, string> = {};
    for (const { name } of tables) {
      const away = (LIVING_COLUMNS[name] ?? []).map((column) => ` - '${column}'`).join('');
      const { rows } = await client.query<{ n: string; sum: string }>(
        `select count(*) as n, coalesce(sum(('x' || substr(md5((to_jsonb(t)${away})::text), 1, 8))::bit(32)::bigint), 0) as sum from ${client.escapeIdentifier(name)} t`,
      );
      digest[name] = `${rows[0]?.n} ${rows[0]?.sum}`;
    }
    return digest;
  } finally {
    await client.end();
  }
}
