import { afterAll, beforeAll, expect, it } from 'vitest';
import { REVIEW_STATES } from '@prdm/contract/processes/review';
import { buildPerson, theEnterprise } from '../../testing/worlds/builders.ts';
import { plansOf } from '../../testing/recorded-plans.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { delegationsRepo } from './delegations/delegations.repo.ts';
import { processesRepo } from './process.repo.ts';
import { reviewListsRepo } from './reviews/reviews.repo.ts';
import { wholeProcess } from './whole/whole.repo.ts';

/* Lists of one person among very many approvals. Every query must use an index and must not sort rows that it drops. */
const MANY = 20_000;
let app: TestApp;
let enterpriseId: number;
let userId: number;

beforeAll(async () => {
  app = await startApp({ works: false });
  enterpriseId = await theEnterprise(app);
  const people = await Promise.all(Array.from({ length: 20 }, () => buildPerson(app)));
  userId = people[7]?.id ?? 0;
  await fill(people.map((person) => person.id));
}, 90_000);
afterAll(() => app.stop());

const person = (serial: string, shift: number) => `($2::bigint[])[(${serial} + ${shift}) % 20 + 1]`;

/** Each person starts, decides, gets a copy of, and has open a twentieth of all approvals. */
async function fill(people: readonly number[]): Promise<void> {
  const { pool } = app.platform.db;
  for (const statement of [
    `insert into process (enterprise_id, subject_kind, subject_id, subject_name, pc_path, starter_id, snapshot, status,
       position, started_at)
     select $1, 'contract', n, 'x', '/', ${person('n', 0)}, '[{}]', 'under_review', 1, now()
     from generate_series(1, ${MANY}) n`,
    `insert into process_stage (enterprise_id, process_id, round, position, name, status, sign_mode, allow_transfer,
       reject_to)
     select $1, id, 1, 1, 'x', 'under_review', 'any', true, 'starter'
     from process where starter_id = any($2::bigint[])`,
    `insert into process_assignment (enterprise_id, process_id, stage_id, user_id, status, holder_id, since)
     select $1, process_id, id, ${person('id', 1)}, 'open', ${person('id', 1)}, now() - id * interval '1 second'
     from process_stage`,
    `insert into process_round (enterprise_id, process_id, round, starter_id, snapshot, started_at)
     select $1, id, 1, starter_id, '[{}]', now() from process where starter_id = any($2::bigint[])`,
    `insert into process_cc (enterprise_id, process_id, user_id) select $1, id, ${person('id', 2)} from process`,
    `insert into process_history (enterprise_id, process_id, round, action, user_id, at)
     select $1, id, 1, 'pass', ${person('id', 3)}, now() from process`,
    // Past delegations of each person, and few in force.
    `insert into process_delegation (enterprise_id, from_id, to_id, from_at, to_at, created_at)
     select $1, ${person('n', 0)}, ${person('n', 1)}, now() - n * interval '1 hour' + interval '30 minutes',
       now() - (n - 1) * interval '1 hour' + interval '20 minutes', now()
     from generate_series(1, ${MANY}) n`,
  ])
    await pool.query(statement, [enterpriseId, people]);
  await pool.query('analyze');
}

it.each(REVIEW_STATES)('the list "%s" reads its index in index order', async (state) => {
  for (const scope of [{ except: [] }, { except: [9] }, [1, 2, 3]]) {
    const input = { userId, scope, archived: [] };
    const nodes = await plansOf(app, (db) =>
      reviewListsRepo(db, enterpriseId).list(state, input, { limit: 20, offset: 0 }),
    );
    expect(nodes.filter((node) => /Seq Scan|^Sort|Bitmap Heap/.test(node))).toEqual([]);
  }
});

it('the data of each row comes from an index too', async () => {
  const { rows } = await app.platform.db.pool.query('select id from process order by id limit 20');
  const ids = (rows as { id: number }[]).map((row) => row.id);
  const nodes = await plansOf(app, async (db) => {
    const repo = processesRepo(db, enterpriseId);
    const lists = reviewListsRepo(db, enterpriseId);
    const delegations = delegationsRepo(db, enterpriseId);
    await repo.byIds(ids);
    await repo.reviews(ids, null);
    await repo.reviewsOf('contract', ids, null);
    await repo.bySubjects('contract', ids);
    await repo.stages(ids[0] ?? 0, null);
    await wholeProcess(db, enterpriseId, { id: ids[0] ?? 0 }, null);
    await wholeProcess(db, enterpriseId, { kind: 'contract', id: ids[0] ?? 0 }, null);
    await repo.hasPass(ids[0] ?? 0, 1);
    await lists.concerning(userId, ids);
    await lists.assignments(userId, ids);
    await lists.openOf([userId]);
    await delegations.chainsFrom([userId], null);
    await delegations.upstreamOf(userId, null);
    await delegations.listOf('from_id', userId, null);
    await delegations.listOf('to_id', userId, null);
  });
  expect(nodes.filter((node) => node.startsWith('Seq Scan'))).toEqual([]);
});

it('a to-do list with delegations reads no assignment or delegation of others', async () => {
  const { rows } = await app.platform.db.pool.query('select id from process_assignment order by id limit 20');
  const gained = new Map((rows as { id: number }[]).map(({ id }) => [id, 1] as const));
  const input = { userId, scope: { except: [] }, archived: [], shares: { lost: [1, 2], gained } };
  const nodes = await plansOf(app, async (db) => {
    const lists = reviewListsRepo(db, enterpriseId);
    await lists.factsOfTodo(userId, null);
    await lists.list('todo', input, { limit: 20, offset: 0 });
    await lists.count('todo', input);
  });
  expect(nodes.filter((node) => /^Seq Scan process_/.test(node))).toEqual([]);
});
