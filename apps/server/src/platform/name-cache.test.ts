import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stages as stageDictionary } from '@prdm/contract/config/dictionaries';
import { index as projects } from '@prdm/contract/projects';
import { buildPerson, buildProject, theEnterprise } from '../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../testing/servers/start-app.ts';
import { NameCache } from './name-cache.ts';

/** A cache over a table that a test changes. Counts the loads. */
function remembered(table: Map<number, string>) {
  const nameCache = new NameCache();
  const loads: number[][] = [];
  let gate: Promise<void> = Promise.resolve();
  const names = nameCache.remembering(async (_enterpriseId, ids) => {
    loads.push([...ids]);
    const read = new Map(ids.flatMap((id) => (table.has(id) ? [[id, table.get(id) as string]] : [])));
    await gate;
    return read;
  });
  const hold = (until: Promise<void>): void => {
    gate = until;
  };
  return { nameCache, loads, names, hold };
}

describe('the name cache', () => {
  it('loads each id once, with one load for all ids that are missing', async () => {
    const { loads, names } = remembered(
      new Map([
        [1, 'one'],
        [2, 'two'],
        [3, 'three'],
      ]),
    );
    expect(await names(7, [1, 2, 1])).toEqual(
      new Map([
        [1, 'one'],
        [2, 'two'],
      ]),
    );
    expect(await names(7, [2, 3])).toEqual(
      new Map([
        [2, 'two'],
        [3, 'three'],
      ]),
    );
    await names(7, [1, 2, 3]);
    expect(loads).toEqual([[1, 2], [3]]);
  });

  it('separates enterprises, and does not cache ids that are not found', async () => {
    const table = new Map([[1, 'one']]);
    const { loads, names } = remembered(table);
    await names(7, [1]);
    await names(8, [1]);
    expect((await names(7, [2])).size).toBe(0);
    table.set(2, 'two');
    expect((await names(7, [2])).get(2)).toBe('two');
    expect(loads).toEqual([[1], [1], [2], [2]]);
  });

  it('clears at a new edition, higher or lower, and at no other', async () => {
    const table = new Map([[1, 'one']]);
    const { nameCache, names } = remembered(table);
    nameCache.seen(7, 5);
    await names(7, [1]);
    table.set(1, 'ONE');
    nameCache.seen(7, 5);
    expect((await names(7, [1])).get(1)).toBe('one');
    nameCache.seen(7, 6);
    expect((await names(7, [1])).get(1)).toBe('ONE');
    table.set(1, 'uno');
    nameCache.seen(7, 2);
    expect((await names(7, [1])).get(1)).toBe('uno');
  });

  it('a late result of an old edition does not enter the cache of the new one', async () => {
    const table = new Map([[1, 'old']]);
    const { nameCache, names, hold } = remembered(table);
    nameCache.seen(7, 1);
    let release = (): void => undefined;
    hold(new Promise((resolve) => (release = resolve)));
    const late = names(7, [1]);
    table.set(1, 'new');
    nameCache.seen(7, 2);
    release();
    await late;
    expect((await names(7, [1])).get(1)).toBe('new');
  });
});

describe('the next answer shows a name that another process changed', () => {
  let app: TestApp;
  let admin: string;
  beforeAll(async () => {
    app = await startApp({ works: false });
    admin = await app.admin();
  });
  afterAll(() => app.stop());
  // Another process on the same database changes rows; this process sees only the new edition.
  const elsewhere = (statement: string, values: unknown[]) => app.platform.db.pool.query(statement, values);
  const shown = async (id: number) => {
    const { data } = await app.call(projects, { ispage: 'not' }, { token: admin });
    return data.list.find((row: { id: number }) => row.id === id);
  };

  it('of a person, with the picture', async () => {
    const manager = await buildPerson(app, { name: '王一' });
    const { id } = await buildProject(app, { managerId: manager.id });
    expect(await shown(id)).toMatchObject({ manager_name: '王一', manager_thumb: '' });
    await elsewhere('update staff set name = $2 where user_id = $1', [manager.id, '王二']);
    expect(await shown(id)).toMatchObject({ manager_name: '王二' });
    await elsewhere('update account set thumb = $2 where id = $1', [manager.id, '/picture.png']);
    expect(await shown(id)).toMatchObject({ manager_thumb: '/picture.png' });
  });

  it('of a dictionary entry, which is refused once it is hidden', async () => {
    const { id } = await buildProject(app, {});
    const { stage_id: stageId } = await shown(id);
    await elsewhere('update dictionary_entry set name = $2 where id = $1', [stageId, '竣工图']);
    expect(await shown(id)).toMatchObject({ stage_name: '竣工图' });
    const filtered = () => app.call(projects, { stage_id: stageId }, { token: admin });
    expect(await filtered()).toMatchObject({ code: 0 });
    await elsewhere('update dictionary_entry set deleted_at = now() where id = $1', [stageId]);
    const offered = (await app.call(stageDictionary.index, { ispage: 'not' }, { token: admin })).data.list as {
      id: number;
    }[];
    expect(offered.some((row) => row.id === stageId)).toBe(false);
    expect((await filtered()).code).not.toBe(0);
  });

  it('two concurrent changes of people do not deadlock', async () => {
    const enterpriseId = await theEnterprise(app);
    const [one, other] = [await buildPerson(app), await buildPerson(app)];
    const rename = async (first: number, second: number, done: () => Promise<void>): Promise<void> => {
      const client = await app.platform.db.pool.connect();
      try {
        await client.query('begin');
        await client.query(`update staff set name = name || 'x' where enterprise_id = $1 and user_id = $2`, [
          enterpriseId,
          first,
        ]);
        await done();
        await client.query(`update staff set name = name || 'x' where enterprise_id = $1 and user_id = $2`, [
          enterpriseId,
          second,
        ]);
        await client.query('commit');
      } finally {
        client.release();
      }
    };
    // Each transaction has changed its own row before the later one changes the row of the other.
    let started = (): void => undefined;
    const both = new Promise<void>((resolve) => (started = resolve));
    const third = await buildPerson(app);
    await Promise.all([rename(one.id, third.id, () => both), rename(other.id, other.id, async () => started())]);
    expect((await elsewhere('select 1 from name_cache where enterprise_id = $1', [enterpriseId])).rowCount).toBe(1);
  });
});
