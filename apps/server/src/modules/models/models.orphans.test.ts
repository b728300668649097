import { afterEach, beforeAll, afterAll, beforeEach, expect, it, vi } from 'vitest';
import { buildFile, buildPerson, buildProject } from '../../testing/worlds/builders.ts';
import { writeSmallBuilding } from '../../testing/ifc/index.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { CONVERSIONS } from './queue/jobs.ts';

const SMALL_JOBS = CONVERSIONS.small;

/** The application enqueues jobs. No worker runs until a test starts one. */
let app: TestApp;
let by: number;
let projectId: number;
let working: { stop(): void } | null = null;
beforeAll(async () => {
  app = await startApp({ works: false, env: { MODEL_TIMEOUT_MS: '30000' } });
  ({ id: by } = await buildPerson(app));
  ({ id: projectId } = await buildProject(app, { managerId: by }));
}, 60_000);
afterAll(() => app.stop());
beforeEach(async () => {
  await sql(`delete from pgboss.job where name = 'convert-small-model'`);
  await sql(`update model_version set status = 'failed', reason = 'internal' where status = 'parsing'`);
});
afterEach(() => {
  vi.restoreAllMocks();
  working?.stop();
});

const sql = async (text: string, ...values: unknown[]) => (await app.platform.db.pool.query(text, values)).rows;
const SMALL = writeSmallBuilding();

let nth = 0;
/** A version stored just now: its status is parsing, and it has a job. */
async function stored(): Promise<number> {
  nth += 1;
  const bytes = `${SMALL.toString()}\n/* ${nth} */`;
  const { id } = await buildFile(app, { projectId, by, name: `m${nth}.ifc`, bytes });
  const [row] = await sql(
    'select v.id from model m join model_version v on v.enterprise_id = m.enterprise_id and v.model_id = m.id where m.file_id = $1',
    id,
  );
  return (row as { id: number }).id;
}
const stateOf = async (id: number) =>
  (await sql('select status, attempts, beat_at is null as waits from model_version where id = $1', id))[0] as {
    status: string;
    attempts: number;
    waits: boolean;
  };
const jobsOf = async (id: number): Promise<number> =>
  (await app.platform.jobs.unfinished(SMALL_JOBS)).filter(({ versionId }) => versionId === id).length;
const jobsNow = async (): Promise<number> => (await app.platform.jobs.unfinished(SMALL_JOBS)).length;
const waitingNow = async (): Promise<number> =>
  (
    (await sql(`select count(*)::int as n from model_version where status = 'parsing' and beat_at is null`))[0] as {
      n: number;
    }
  ).n;
const statesOfJobs = async () =>
  (await sql(`select state::text from pgboss.job where name = 'convert-small-model' order by created_on`)).map(
    ({ state }: { state: string }) => state,
  );
const age = (id: number, minutes: number) =>
  sql('update model_version set updated_at = now() - make_interval(mins => $2) where id = $1', id, minutes);

it('lost jobs are sent again, and none is sent while there are enough', async () => {
  const [first, second, third] = [await stored(), await stored(), await stored()];
  await sql(`delete from pgboss.job where (data ->> 'versionId')::bigint <> $1`, third);
  await app.modules.models.adoptOrphans();
  expect(await jobsNow(), 'no version has waited long').toBe(1);
  await age(first, 11);
  for (const _again of [1, 2]) {
    await app.modules.models.adoptOrphans();
    expect(await jobsNow()).toBe(await waitingNow());
  }
  for (const id of [first, second, third]) expect(await stateOf(id)).toMatchObject({ status: 'parsing', attempts: 0 });
});

it('a stale version stays findable when its job cannot be sent, and does not block the next one', async () => {
  const [first, second] = [await stored(), await stored()];
  await sql('delete from pgboss.job');
  await sql(`update model_version set beat_at = now() - interval '1 minute' where id = any($1)`, [first, second]);
  vi.spyOn(app.platform.jobs, 'send').mockRejectedValueOnce(new Error('the database is unreachable'));
  await app.modules.models.adoptOrphans();
  const states = [await stateOf(first), await stateOf(second)];
  expect(states.map(({ waits }) => waits).toSorted()).toEqual([false, true]);
  await app.modules.models.adoptOrphans();
  expect([await jobsOf(first), await jobsOf(second)]).toEqual([1, 1]);
});

it('a version is retried when its job failed before the start, and left alone while another process works on it', async () => {
  const failing = await stored();
  await sql('alter table model_version rename to model_version_away');
  working = await app.modules.models.startConverting();
  try {
    await expect.poll(statesOfJobs, { timeout: 10_000 }).toEqual(['retry']);
  } finally {
    await sql('alter table model_version_away rename to model_version');
  }
  vi.spyOn(app.platform.jobs, 'send').mockResolvedValueOnce();
  const others = await stored();
  await sql(`update model_version set beat_at = now() + interval '10 minutes' where id = $1`, others);
  const { enterpriseId } = (await app.platform.jobs.unfinished(SMALL_JOBS))[0]!;
  await app.platform.db.transaction((trx) =>
    app.platform.jobs.send(trx, SMALL_JOBS, { enterpriseId, versionId: others }),
  );
  await sql(`update pgboss.job set start_after = now() where name = 'convert-small-model'`);
  await stored(); // the new job wakes the worker, which finds the other version
  await expect.poll(async () => (await stateOf(failing)).status, { timeout: 40_000 }).toBe('parsed');
  await expect.poll(jobsNow, { timeout: 60_000 }).toBe(0);
  expect(await stateOf(others)).toMatchObject({ status: 'parsing', waits: false });
}, 130_000);
