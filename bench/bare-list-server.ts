/**
 * The bare contestant: node:http and pg only. For each call it sends the statements that the real server sent for that
 * call, in the same order and with the same parallelism. It writes the rows of the list as JSON. It has no sign-in, no
 * rights and no checks, so the difference is the product's work besides the database.
 *
 * node bench/bare-list-server.ts <database url> <file of captured calls> <all | core | list>
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { unpacked, type Statement } from './support/capture.ts';

/**
 * The statements of a call that a contestant runs: all, without names and reviews beside the rows, or the list's own.
 */
export type Share = 'all' | 'core' | 'list';
export interface CapturedCall {
  readonly path: string;
  readonly token: string;
  readonly statements: (Statement & { part: 'session' | 'rights' | 'list' | 'count' | 'beside' })[];
}

const [url, file, share] = process.argv.slice(2) as [string, string, Share];
const WANTED: Record<Share, readonly string[]> = {
  all: ['session', 'rights', 'list', 'count', 'beside'],
  core: ['session', 'rights', 'list', 'count'],
  list: ['list'],
};

const calls = JSON.parse(readFileSync(file, 'utf8')) as CapturedCall[];
const waves = new Map(
  calls.map(({ path, token, statements }) => {
    const wanted = statements
      .filter(({ part }) => WANTED[share].includes(part))
      .map((statement) => ({ ...statement, values: statement.values.map(unpacked) }));
    return [`${token} ${path}`, [...Map.groupBy(wanted, ({ wave }) => wave).values()]];
  }),
);

// Closes idle connections early: the contestants run in turn, and the embedded server has sixty in all.
const pool = new Pool({ connectionString: url, max: 16, idleTimeoutMillis: 1000 });
pool.on('error', (error) => process.stderr.write(`a connection was lost: ${error.message}\n`));

const server = createServer((request, response) => {
  const steps = waves.get(`${String(request.headers['x-token'])} ${request.url}`) ?? [];
  answer(steps).then(
    (rows) => {
      const body = JSON.stringify({ code: 0, msg: '', data: { list: rows } });
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

async function answer(steps: { part: string; text: string; values: unknown[] }[][]): Promise<unknown[]> {
  let list: unknown[] = [];
  for (const step of steps)
    await Promise.all(
      step.map(async ({ part, text, values }) => {
        const { rows } = await pool.query(text, values);
        if (part === 'list') list = rows;
      }),
    );
  return list;
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
