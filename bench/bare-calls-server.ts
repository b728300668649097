/**
 * The contestant of `npm run bench calls`: node:http and pg with one prepared statement a call. It has no sign-in, no rights and no checks. Its
 * lists answer the ids that the product answers; the bench compares them before it measures.
 *
 *     node bench/bare-calls-server.ts <database url> <file of bare calls>
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { BareCall, Kind } from './support/call-kinds.ts';

const [url, file] = process.argv.slice(2) as [string, string];
pg.types.setTypeParser(20, Number);

const LISTED = `t.id, t.project_id, t.parent_id, t.kind, t.title, t.stage_id, t.profession_id, t.priority, t.assigner_id, t.start_at, t.deadline,
  t.is_long_term, t.status, t.review_status, t.progress, t.required_minutes, t.used_minutes, t.viewpoint_id, t.created_at, t.status_since,
  t.finished_at, t.version`;
const TURN = `case when t.status = 'finished' then 2 when t.status in ('transfer_awaiting', 'paused', 'long_term') then 1 else 0 end`;

/** The count is a column of every row, so that one statement returns both. */
const STATEMENTS: Record<Kind, string> = {
  list: `select ${LISTED}, (select count(*)::int from task c where c.enterprise_id = $1 and c.project_id = $2 and c.deleted_at is null) as total
    from task t where t.enterprise_id = $1 and t.project_id = $2 and t.deleted_at is null order by ${TURN}, t.deadline, t.id limit 20`,
  one: `select * from task where enterprise_id = $1 and id = $2`,
  create: `insert into task (enterprise_id, project_id, assigner_id, created_by, stage_id, title, number)
    values ($1, $2, $3, $3, $4, $5, 'BARE-' || gen_random_uuid()) returning id, version`,
  projects: `select p.id, p.name, p.short_name, p.item_number, p.status, p.manager_id, p.type_id, p.stage_id, p.department_id, p.created_at,
      p.version, count(*) over ()::int as total
    from project p join project_member m on m.enterprise_id = p.enterprise_id and m.project_id = p.id and m.user_id = $2 and m.removed_at is null
    where p.enterprise_id = $1 and p.status = 'ongoing' and p.deleted_at is null order by p.id desc limit 20`,
  search: `select ${LISTED}, count(*) over ()::int as total
    from task t where t.enterprise_id = $1 and t.title ilike $2 and t.deleted_at is null and t.in_open_project
    order by ${TURN}, t.deadline, t.id limit 20`,
};

const calls = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as BareCall[]).map((call) => [`${call.token} ${call.path}`, call]),
);
const pool = new pg.Pool({ connectionString: url, max: 16, idleTimeoutMillis: 1000 });
pool.on('error', (error) => process.stderr.write(`a connection was lost: ${error.message}\n`));

const server = createServer((request, response) => {
  answer(request).then(
    (data) => {
      const body = JSON.stringify({ code: 0, msg: '', data });
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

async function answer(request: IncomingMessage): Promise<unknown> {
  const call = calls.get(`${String(request.headers['x-token'])} ${request.url}`);
  if (!call) throw new Error(`unknown call: ${request.url}`);
  // Reads the body to its end like the product; the file holds its values.
  for await (const _part of request);
  const { rows } = await pool.query({ name: call.kind, text: STATEMENTS[call.kind], values: [...call.values] });
  if (call.kind === 'one' || call.kind === 'create') return rows[0] as unknown;
  return { list: rows, total: (rows[0] as { total: number } | undefined)?.total ?? 0 };
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
