import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stageIndex } from '@prdm/contract/config';
import { index as projects } from '@prdm/contract/projects';
import { buildPerson, buildProject, theEnterprise } from '../testing/builders.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { Directory } from './directory.ts';

/** A memory over a table that a test changes, counting how often it is asked. */
function remembered(table: Map<number, string>) {
  const directory = new Directory();
  const asked: number[][] = [];
  let gate: Promise<void> = Promise.resolve();
  const names = directory.remembering(async (_enterpriseId, ids) => {
    asked.push([...ids]);
    const read = new Map(ids.flatMap((id) => (table.has(id) ? [[id, table.get(id) as string]] : [])));
    await gate;
    return read;
  });
  const hold = (until: Promise<void>): void => {
    gate = until;
  };
  return { directory, asked, names, hold };
}

describe('what names stand for ids', () => {
  it('asks for each id once, in one question for those not known yet', async () => {
    const { asked, names } = remembered(
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
    expect(asked).toEqual([[1, 2], [3]]);
  });

  it('keeps enterprises apart and asks again for who was not found', async () => {
    const table = new Map([[1, 'one']]);
    const { asked, names } = remembered(table);
    await names(7, [1]);
    await names(8, [1]);
    expect((await names(7, [2])).size).toBe(0);
    table.set(2, 'two');
    expect((await names(7, [2])).get(2)).toBe('two');
    expect(asked).toEqual([[1], [1], [2], [2]]);
  });

  it('forgets at an edition not seen yet, newer or older, and at no other', async () => {
    const table = new Map([[1, 'one']]);
    const { directory, names } = remembered(table);
    directory.seen(7, 5);
    await names(7, [1]);
    table.set(1, 'ONE');
    directory.seen(7, 5);
    expect((await names(7, [1])).get(1)).toBe('one');
    directory.seen(7, 6);
    expect((await names(7, [1])).get(1)).toBe('ONE');
    table.set(1, 'uno');
    directory.seen(7, 2);
    expect((await names(7, [1])).get(1)).toBe('uno');
  });

  it('what was read for an old edition and comes late is not remembered for the new one', async () => {
    const table = new Map([[1, 'old']]);
    const { directory, names, hold } = remembered(table);
    directory.seen(7, 1);
    let release = (): void => undefined;
    hold(new Promise((resolve) => (release = resolve)));
    const late = names(7, [1]);
    table.set(1, 'new');
    directory.seen(7, 2);
    release();
    await late;
    expect((await names(7, [1])).get(1)).toBe('new');
  });
});

describe('a name changed elsewhere is in the very next answer', () => {
  let app: TestApp;
  let admin: string;
  beforeAll(async () => {
    app = await startApp({ works: false });
    admin = await app.admin();
  });
  afterAll(() => app.stop());
  // Another process on the same database does just this: nothing of it reaches this one but the edition.
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

  it('of an entry of a dictionary, which is no longer taken once it is hidden', async () => {
    const { id } = await buildProject(app, {});
    const { stage_id: stageId } = await shown(id);
    await elsewhere('update dictionary_entry set name = $2 where id = $1', [stageId, '竣工图']);
    expect(await shown(id)).toMatchObject({ stage_name: '竣工图' });
    const filtered = () => app.call(projects, { stage_id: stageId }, { token: admin });
    expect(await filtered()).toMatchObject({ code: 0 });
    await elsewhere('update dictionary_entry set deleted_at = now() where id = $1', [stageId]);
    const offered = (await app.call(stageIndex, {}, { token: admin })).data.list as { id: number }[];
    expect(offered.some((row) => row.id === stageId)).toBe(false);
    expect((await filtered()).code).not.toBe(0);
  });

  it('two changes of people at once do not wait for each other', async () => {
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
    // Each has changed a row of its own before the one that started later goes on to the row of the other.
    let started = (): void => undefined;
    const both = new Promise<void>((resolve) => (started = resolve));
    const third = await buildPerson(app);
    await Promise.all([rename(one.id, third.id, () => both), rename(other.id, other.id, async () => started())]);
    expect((await elsewhere('select 1 from directory where enterprise_id = $1', [enterpriseId])).rowCount).toBe(1);
  });
});
