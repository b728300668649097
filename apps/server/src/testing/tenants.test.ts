import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '@prdm/contract';
import { startApp, type TestApp } from './servers/start-app.ts';
import { refsOf } from '@prdm/contract/kit';
import { cellOf, requestOf } from './matrix/cells.ts';
import { digestOf } from './matrix/digest.ts';
import { buildGates } from './matrix/matrix.ts';
import { sampleInput } from './matrix/samples.ts';
import { buildMatrixWorld, type MatrixWorld } from './matrix/world.ts';

/** Tables without an enterprise: they belong to the program, or nobody is signed in yet. */
const OF_NOBODY = new Set([
  'enterprise',
  'failed_try',
  'transfer_key',
  'sso_request',
  'sso_ticket',
  'mail',
  'verify_code',
  'verify_code_secret',
  'migration',
  'migration_lock',
]);
/**
 * Statements that identify the caller before the enterprise is known, and timers that work for all enterprises. The
 * check of a leftover in the storage queries `blob` by content alone, because one user of the bytes keeps them.
 */
const BEFORE_KNOWN =
  /select "sha256" from "blob"|"session"|"account"\."account_key"|account_key|"outbox"|"live_message"|upload|secret|delete from/i;

let app: TestApp;
let world: MatrixWorld;
const statements = new Set<string>();

const listened = new WeakSet<object>();

/** Records every statement of a connection, with one listener per connection. */
function listenTo(client: object): void {
  if (listened.has(client)) return;
  listened.add(client);
  const traced = client as { query: (...args: unknown[]) => unknown };
  const query = traced.query.bind(client);
  traced.query = (...args: unknown[]) => {
    const [first] = args as [string | { text?: string }];
    statements.add(typeof first === 'string' ? first : (first?.text ?? ''));
    return query(...args);
  };
}

beforeAll(async () => {
  app = await startApp({ works: false });
  world = await buildMatrixWorld(app);
  app.platform.db.pool.on('acquire', listenTo);
}, 180_000);
afterAll(() => app.stop(), 60_000);

it('every table row belongs to an enterprise: first in its primary key', async () => {
  const { rows } = await app.platform.db.pool.query<{ table_name: string; first: string }>(`
    select t.table_name, (
      select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = format('public.%I', t.table_name)::regclass and i.indisprimary
    ) as first
    from information_schema.tables t where t.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  expect(rows.length).toBeGreaterThan(20);
  const others = rows.filter(({ table_name, first }) => !OF_NOBODY.has(table_name) && first !== 'enterprise_id');
  expect(others.map(({ table_name, first }) => `${table_name}: ${first}`)).toEqual([]);
});

it('every statement of a call names its enterprise', { timeout: 120_000 }, async () => {
  for (const endpoint of registry) {
    if (endpoint.transport !== 'form' || endpoint.path === '/apis/pub/logout') continue;
    const input = sampleInput(endpoint, (kind, path) => world.idOf(kind, 'own', path));
    await app.app.inject(requestOf(endpoint, input, world.tokens.projectManager ?? null));
    await app.app.inject(requestOf(endpoint, input, world.tokens.superAdmin ?? null));
  }
  const tables = new RegExp(`(from|join|update|into)\\s+"?(?!${[...OF_NOBODY].join('|')}\\b)[a-z_]+`, 'i');
  const asking = [...statements].filter((text) => tables.test(text) && /\b(select|update|insert)\b/i.test(text));
  expect(asking.length).toBeGreaterThan(60);
  const silent = asking.filter(
    (text) => !/enterprise_id/.test(text) && !BEFORE_KNOWN.test(text) && !/pgboss|information_schema|pg_/.test(text),
  );
  expect(
    silent.filter((text) => ![...OF_NOBODY].some((name) => new RegExp(`(from|update|into) "?${name}"?\\b`).test(text))),
  ).toEqual([]);
});

it('a superAdmin of a second enterprise passes no call with ids of the first, and changes no row', async () => {
  const withIds = registry.filter(
    ({ transport, access, input }) => transport !== 'socket' && access !== 'public' && refsOf(input).length > 0,
  );
  expect(withIds.length).toBeGreaterThan(100);
  const gates = await buildGates(app);
  const before = await digestOf(app);
  const token = world.tokens.otherEnterprise ?? null;
  const passed: string[] = [];
  for (const endpoint of withIds) {
    const input = sampleInput(endpoint, (kind, path) => world.idOf(kind, 'own', path));
    const name = `${endpoint.method} ${endpoint.path}`;
    if ((await cellOf(gates, endpoint, input, token)) === 'passed') passed.push(`${name}: gates`);
    if (/^(?:0|http 2\d\d)$/.test(await cellOf(app.app, endpoint, input, token))) passed.push(name);
  }
  await gates.close();
  expect(passed).toEqual([]);
  expect(await digestOf(app)).toEqual(before);
}, 180_000);
