import { afterEach, beforeAll, afterAll, beforeEach, expect, it, vi } from 'vitest';
import { buildFile, buildPerson, buildProject } from '../../testing/builders.ts';
import { writeSmallBuilding } from '../../testing/ifc/index.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { ConvertModel } from './conversion.ts';

/** The program enqueues; nobody works before a test says so. */
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
beforeEach(() => sql(`delete from pgboss.job where name = 'convert-model'`));
afterEach(() => {
  vi.restoreAllMocks();
  working?.stop();
});

const sql = async (text: string, ...values: unknown[]) => (await app.platform.db.pool.query(text, values)).rows;
const SMALL = writeSmallBuilding();

let nth = 0;
/** A version that was stored just now: parsing, with its job. */
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
  (await app.platform.jobs.unfinished(ConvertModel)).filter(({ versionId }) => versionId === id).length;
const statesOfJobs = async () =>
  (await sql(`select state::text from pgboss.job where name = 'convert-model' order by created_on`)).map(
    ({ state }: { state: string }) => state,
  );
const age = (id: number, minutes: number) =>
  sql('update model_version set updated_at = now() - make_interval(mins => $2) where id = $1', id, minutes);

it('one whose job was lost is begun again, one that only waits long is not', async () => {
  const [lost, waits, fresh] = [await stored(), await stored(), await stored()];
  await sql(`delete from pgboss.job where (data ->> 'versionId')::bigint <> $1`, waits);
  for (const id of [lost, waits]) await age(id, 11);
  await app.modules.models.adoptOrphans();
  await app.modules.models.adoptOrphans();
  expect([await jobsOf(lost), await jobsOf(waits), await jobsOf(fresh)]).toEqual([1, 1, 0]);
  expect(await stateOf(lost)).toMatchObject({ status: 'parsing', attempts: 1 });
  expect(await stateOf(waits)).toMatchObject({ status: 'parsing', attempts: 0 });
  for (const _again of [2, 3]) {
    await sql('delete from pgboss.job');
    await age(lost, 11);
    await app.modules.models.adoptOrphans();
  }
  expect(await stateOf(lost)).toMatchObject({ status: 'failed' }); // never for ever; a person may start it again
});

it('a silent one stays to be found when its job cannot be sent, and does not stand in the way of the next', async () => {
  const [first, second] = [await stored(), await stored()];
  await sql('delete from pgboss.job');
  await sql(`update model_version set beat_at = now() - interval '1 minute' where id = any($1)`, [first, second]);
  vi.spyOn(app.platform.jobs, 'send').mockRejectedValueOnce(new Error('the database is away'));
  await app.modules.models.adoptOrphans();
  const states = [await stateOf(first), await stateOf(second)];
  expect(states.map(({ waits }) => waits).toSorted()).toEqual([false, true]);
  await app.modules.models.adoptOrphans();
  expect([await jobsOf(first), await jobsOf(second)]).toEqual([1, 1]);
});

it('one whose job failed before it began is tried again, and one that another works on is left alone', async () => {
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
  await sql('update model_version set beat_at = now() where id = $1', others);
  const { enterpriseId } = (await app.platform.jobs.unfinished(ConvertModel))[0]!;
  await app.platform.db.transaction((trx) =>
    app.platform.jobs.send(trx, ConvertModel, { enterpriseId, versionId: others, name: 'x' }),
  );
  await sql(`update pgboss.job set start_after = now() where name = 'convert-model'`);
  await stored(); // the worker is told of new work and finds the other
  await expect.poll(async () => (await stateOf(failing)).status, { timeout: 40_000 }).toBe('parsed');
  await expect.poll(() => jobsOf(others), { timeout: 10_000 }).toBe(0);
  expect(await stateOf(others)).toMatchObject({ status: 'parsing', waits: false });
}, 70_000);
