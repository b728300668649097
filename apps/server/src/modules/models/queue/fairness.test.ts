import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as contract from '@prdm/contract/models';
import { buildFile, buildPerson, buildProject, PASSWORD, type BuiltPerson } from '../../../testing/worlds/builders.ts';
import { writeHostile, writeSmallBuilding } from '../../../testing/ifc/index.ts';
import { startApp, type TestApp } from '../../../testing/servers/start-app.ts';
import { CONVERTER_VERSION } from '../convert/index.ts';
import { chooseNext } from './choose.ts';
import { endWithTwins, type Made } from './endings.ts';
import type { ConversionParts } from './jobs.ts';
import { SMALL_BYTES } from './queue.repo.ts';

/** No conversion starts before a test starts it. Tests of the order alone convert nothing. */
let app: TestApp;
let busy: BuiltPerson;
let other: BuiltPerson;
let projectId: number;
let tokens: { busy: string; other: string };
let working: { stop(): void } | null = null;

beforeAll(async () => {
  app = await startApp({ works: false, env: { MODEL_TIMEOUT_MS: '30000' } });
  [busy, other] = [await buildPerson(app), await buildPerson(app)];
  ({ id: projectId } = await buildProject(app, {
    managerId: busy.id,
    members: [{ id: other.id, roles: ['designer'] }],
  }));
  tokens = { busy: await app.signIn(busy.account, PASSWORD), other: await app.signIn(other.account, PASSWORD) };
}, 60_000);
afterAll(() => app.stop());
beforeEach(async () => {
  await sql(`delete from pgboss.job where name like 'convert-%'`);
  await sql(
    `update model_version set status = 'failed', reason = 'internal', begun_at = null where status = 'parsing'`,
  );
  await sql(`update model_version set begun_at = null`);
});

const sql = async <T = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await app.platform.db.pool.query(text, values)).rows as T[];

let nth = 0;
const different = (): string => `${writeSmallBuilding({ storeys: 1 }).toString()}\n/* ${(nth += 1)} */`;

interface Stored {
  readonly id: number;
  readonly model_id: number;
  readonly status: string;
  readonly reason: string | null;
}
async function stored(
  by: BuiltPerson,
  bytes: string | Buffer = different(),
  name = `m${(nth += 1)}.ifc`,
): Promise<Stored> {
  const { id } = await buildFile(app, { projectId, by: by.id, name, bytes });
  const [row] = await sql<Stored>(
    `select v.id, v.model_id, v.status, v.reason from model m join model_version v on v.enterprise_id = m.enterprise_id and v.model_id = m.id
     where m.file_id = $1 order by v.version_no desc limit 1`,
    id,
  );
  return row as Stored;
}
const stateOf = async (id: number) =>
  (
    await sql<Stored & { frag_sha256: string | null; thumb: Buffer | null }>(
      'select * from model_version where id = $1',
      id,
    )
  )[0];
const parts = (): ConversionParts => app.modules.models.conversionParts;
const chosen = async (size: 'small' | 'large' = 'small'): Promise<number | null> =>
  (await chooseNext(parts(), size))?.version.id ?? null;
const made = (): Made => ({
  frag_sha256: 'f'.repeat(64),
  frag_bytes: 7,
  thumb: null,
  thumb_type: null,
  drawn_at: null,
  meta: { elementCount: 3 } as Made['meta'],
});
async function ended(id: number, outcome: Parameters<typeof endWithTwins>[4] = made()): Promise<void> {
  const [row] = await sql<{ enterprise_id: number }>('select enterprise_id from model_version where id = $1', id);
  const version = await app.modules.models.versionState(row?.enterprise_id ?? 0, id);
  if (!row || !version) throw new Error('no such version');
  await app.platform.db.transaction((trx) => endWithTwins(parts(), trx, row.enterprise_id, version, outcome));
}

describe('the next conversion', () => {
  it('is the oldest of one user, and users take turns by their recent conversions', async () => {
    const [a1, a2] = [await stored(busy), await stored(busy)];
    const [b1, b2] = [await stored(other), await stored(other)];
    const turns: (number | null)[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const id = await chosen();
      turns.push(id);
      if (id !== null) await ended(id, { reason: 'internal', detail: '' });
    }
    expect(turns).toEqual([a1.id, b1.id, a2.id, b2.id, null]);
  });

  it('of a small file does not wait for a large one, and vice versa', async () => {
    const [large, small] = [await stored(busy), await stored(busy)];
    await sql('update model_version set source_bytes = $2 where id = $1', large.id, SMALL_BYTES);
    expect([await chosen('small'), await chosen('small')]).toEqual([small.id, null]);
    expect([await chosen('large'), await chosen('large')]).toEqual([large.id, null]);
  });

  it('does not wait for an older one without room on the disk', async () => {
    const [huge, fitting] = [await stored(busy), await stored(other)];
    await sql('update model_version set source_bytes = 900000000 where id = $1', huge.id);
    await sql('update model_version set source_bytes = 30000000 where id = $1', fitting.id);
    const free = vi.spyOn(app.platform.disk, 'free').mockResolvedValue(100_000_000);
    expect(await chosen('large')).toBe(fitting.id);
    await expect(chosen('large')).rejects.toMatchObject({ status: 507 });
    free.mockRestore();
    expect(await chosen('large')).toBe(huge.id);
  });

  it('is chosen by only one of two processes at the same time', async () => {
    const ids = [(await stored(busy)).id, (await stored(other)).id];
    const both = await Promise.all([chosen(), chosen(), chosen()]);
    expect(both.filter((id) => id !== null).toSorted()).toEqual(ids.toSorted());
  });
});

describe('the limit of twenty waiting conversions per user', () => {
  it('stores the next file with the reason, and parses it when there is room', async () => {
    const waiting: Stored[] = [];
    for (let count = 0; count < contract.WAITING_MAX; count += 1)
      waiting.push(await stored(busy, `not read here ${(nth += 1)}`));
    expect(waiting.map(({ status }) => status)).toEqual(waiting.map(() => 'parsing'));
    const late = await stored(busy);
    expect(late).toMatchObject({ status: 'failed', reason: 'queue_full' });
    expect(await stored(other)).toMatchObject({ status: 'parsing' });
    const info = async (lang: 'zh' | 'en') =>
      (await app.call(contract.modelInfo, { id: late.model_id }, { token: tokens.busy, lang })).data;
    expect(await info('zh')).toMatchObject({
      status: 'failed',
      reason_text: expect.stringContaining('20'),
      can: { reparse: true },
    });
    const again = () => app.call(contract.modelReparse, { id: late.model_id }, { token: tokens.busy, lang: 'en' });
    const refused = await again();
    expect(refused.code).toBe(1008);
    expect(refused.msg).toContain('20 of your models');
    expect((await stateOf(late.id))?.status).toBe('failed');
    await ended(waiting[0]?.id ?? 0, { reason: 'internal', detail: '' });
    expect((await again()).code).toBe(0);
    expect((await stateOf(late.id))?.status).toBe('parsing');
  });

  it('applies when many are stored at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 24 }, () => stored(busy, `not read here ${(nth += 1)}`)));
    expect(all.filter(({ status }) => status === 'parsing')).toHaveLength(contract.WAITING_MAX);
    expect(all.filter(({ reason }) => reason === 'queue_full')).toHaveLength(4);
  });
});

describe('the same bytes', () => {
  const keptFragment = async (bytes: string): Promise<Made> => {
    const { createHash } = await import('node:crypto');
    const { writeFile } = await import('node:fs/promises');
    const sha = createHash('sha256').update(bytes).digest('hex');
    const file = `${app.env.DATA_DIR}/kept-${sha.slice(0, 8)}`;
    await writeFile(file, bytes);
    await app.modules.models.fragments.adopt(file, sha);
    return { ...made(), frag_sha256: sha, frag_bytes: bytes.length };
  };

  it('take over the result of the same enterprise and converter, while the store has it', async () => {
    const bytes = different();
    const first = await stored(busy, bytes);
    expect(await chosen()).toBe(first.id);
    const result = await keptFragment('the geometry');
    await ended(first.id, result);
    const second = await stored(other, bytes);
    expect(await stateOf(second.id)).toMatchObject({
      status: 'parsed',
      frag_sha256: result.frag_sha256,
      converter: CONVERTER_VERSION,
    });
    expect(await chosen()).toBeNull();
    // Deleting the first version takes nothing from the second.
    await sql('delete from model_version where id = $1', first.id);
    expect(await stored(busy, bytes)).toMatchObject({ status: 'parsed' });

    await sql(
      'update model_version set converter = 0 where source_sha256 = (select source_sha256 from model_version where id = $1)',
      second.id,
    );
    const third = await stored(busy, bytes);
    expect(third).toMatchObject({ status: 'parsing' });
    await ended(third.id, result);
    await app.modules.models.fragments.delete(result.frag_sha256);
    expect(await stored(other, bytes), 'lost from the store').toMatchObject({ status: 'parsing' });
  });

  it('are not shared with another enterprise', async () => {
    const bytes = different();
    const first = await stored(busy, bytes);
    await ended(first.id, await keptFragment('of the first enterprise'));
    const { foundEnterprise } = await import('../../../first-start.ts');
    const away = await app.platform.db.transaction((trx) => foundEnterprise(trx, app.modules, '别家设计院'));
    const { enterpriseId } = away;
    const by = await buildPerson(app, { enterpriseId });
    const project = await buildProject(app, { enterpriseId, managerId: by.id });
    const { versionId } = await buildFile(app, {
      enterpriseId,
      projectId: project.id,
      by: by.id,
      name: 'away.ifc',
      bytes,
    });
    const [row] = await sql<Stored>('select status from model_version where file_version_id = $1', versionId);
    expect(row?.status).toBe('parsing');
  });

  it('that wait together share one conversion, and its failure if that lies in the file', async () => {
    const bytes = different();
    const [a, b] = [await stored(busy, bytes), await stored(other, bytes)];
    expect([await chosen(), await chosen()]).toEqual([a.id, null]);
    await ended(a.id, { reason: 'memory', detail: '' });
    expect(await stateOf(b.id), 'a transient failure').toMatchObject({ status: 'parsing' });
    const jobs = await sql(
      `select 1 from pgboss.job where name = 'convert-small-model' and (data ->> 'versionId')::bigint = $1`,
      b.id,
    );
    expect(jobs.length).toBe(2);
    const c = await stored(busy, bytes);
    expect(await chosen()).toBe(b.id);
    await ended(b.id, { reason: 'truncated', detail: 'x' });
    expect(await stateOf(c.id)).toMatchObject({ status: 'failed', reason: 'truncated' });
    const [d, e] = [await stored(busy, bytes), await stored(other, bytes)];
    expect(await chosen()).not.toBeNull();
    await ended(d.id, await keptFragment('shared'));
    expect([(await stateOf(d.id))?.status, (await stateOf(e.id))?.status]).toEqual(['parsed', 'parsed']);
  });
});

/** A worker runs from here on. */
describe('with a worker', () => {
  beforeAll(async () => {
    await sql(`delete from pgboss.job where name like 'convert-%'`);
    await sql(`update model_version set status = 'failed', reason = 'internal' where status = 'parsing'`);
    working = await app.modules.models.startConverting();
  });
  afterAll(() => working?.stop());

  it(
    'the next conversion belongs to a user without a running one, for any number of earlier files of another user',
    { timeout: 120_000 },
    async () => {
      const many: Stored[] = [];
      for (let count = 0; count < 15; count += 1) many.push(await stored(busy));
      const ids = many.map(({ id }) => id);
      await expect
        .poll(
          async () => (await sql(`select 1 from model_version where id = any($1) and status = 'parsed'`, ids)).length,
          { timeout: 60_000 },
        )
        .toBeGreaterThan(0);
      const one = await stored(other);
      const [{ queued } = { queued: '' }] = await sql<{ queued: string }>('select clock_timestamp()::text as queued');
      await expect.poll(async () => (await stateOf(one.id))?.status, { timeout: 60_000 }).toBe('parsed');
      // A choice that began before the upload was visible may still take a file of the busy user.
      const overtaking = await sql<Stored>(
        `select id from model_version where id = any($1) and begun_at > $3::timestamptz
         and begun_at < (select begun_at from model_version where id = $2)`,
        ids,
        one.id,
        queued,
      );
      expect(overtaking).toEqual([]);
      const before = await sql<Stored>(
        `select id from model_version where id = any($1) and status = 'parsed'
         and updated_at <= (select updated_at from model_version where id = $2)`,
        ids,
        one.id,
      );
      expect(before.length).toBeLessThan(15);
    },
  );

  it('the same bytes are converted once for two uploads, and both can be opened', { timeout: 60_000 }, async () => {
    const bytes = different();
    const [a, b] = [await stored(busy, bytes), await stored(other, bytes)];
    const bad = await stored(other, writeHostile('text'));
    await expect.poll(async () => (await stateOf(b.id))?.status, { timeout: 40_000 }).toBe('parsed');
    await expect.poll(async () => (await stateOf(bad.id))?.status, { timeout: 40_000 }).toBe('failed');
    const [one, two] = [await stateOf(a.id), await stateOf(b.id)];
    expect(one).toMatchObject({ status: 'parsed', frag_sha256: two?.frag_sha256 });
    expect(one?.thumb?.equals(two?.thumb ?? Buffer.alloc(0))).toBe(true);
    const [begun] = await sql<{ n: number }>('select count(begun_at)::int as n from model_version where id = any($1)', [
      a.id,
      b.id,
    ]);
    expect(begun?.n).toBe(1);
    expect((await app.call(contract.modelInfo, { id: b.model_id }, { token: tokens.other })).data).toMatchObject({
      viewable: { version_no: 1 },
      thumb: expect.any(Number),
    });
  });
});
