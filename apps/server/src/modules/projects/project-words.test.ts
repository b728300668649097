import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { add, edit, index } from '@prdm/contract/projects';
import { buildPerson, buildProject, theEnterprise } from '../../testing/worlds/builders.ts';
import { whileLocked } from '../../testing/servers/while-locked.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { editForm, projectForm } from '../../testing/worlds/project-form.ts';

let app: TestApp;
let admin: string;
let managerId: number;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  managerId = (await buildPerson(app)).id;
});
afterAll(() => app.stop());

const found = async (word: string): Promise<number[]> =>
  (await app.call(index, { word }, { token: admin })).data.list.map((row: { id: number }) => row.id);

describe('a project is found by', () => {
  it.each([
    ['the pinyin of its name', 'chongqingyinhang'],
    ['a part of the pinyin', 'yinhangzongbu'],
    ['the initials of its name', 'cqyhzb'],
    ['the initials of its short name', 'yz'],
    ['the pinyin of its short name', 'yinzong'],
    ['capitals', 'CQYH'],
    ['two words', 'cqyh YH-7'],
  ])('%s', async (_by, word) => {
    const known = (await found('YH-7'))[0];
    const form = { ...(await projectForm(app, managerId)), name: '重庆银行（总部）', short_name: '银总' };
    const id = known ?? (await app.call(add, { ...form, item_number: 'YH-7' }, { token: admin })).data.id;
    expect(await found(word)).toEqual([id]);
  });

  it('its new words after an edit, and no longer by the old ones', async () => {
    const form = { ...(await projectForm(app, managerId)), name: '滇池会堂', short_name: '滇池会堂' };
    const { id } = (await app.call(add, form, { token: admin })).data;
    expect(await found('dcht')).toEqual([id]);
    const renamed = { ...form, name: '洱海会堂', short_name: '洱海' };
    await app.call(edit, editForm(renamed, { id, version: 1 }), { token: admin });
    expect(await found('dcht')).toEqual([]);
    expect(await found('erhaihuitang')).toEqual([id]);
  });
});

const emptied = async (ids: readonly number[]) =>
  app.platform.db.pool.query(
    `update project set pinyin = '', initials = '', name_sort = '', number_sort = '' where id = any($1::bigint[])`,
    [ids],
  );
const wordsOf = async (ids: readonly number[]): Promise<object[]> =>
  (
    await app.platform.db.pool.query(
      `select id, pinyin, initials, name_sort, number_sort, version from project where id = any($1::bigint[]) order by id`,
      [ids],
    )
  ).rows;
const some = async (count: number) => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await buildProject(app, { managerId })).id);
  return ids;
};

describe('the program start fills the words of older rows', () => {
  it('in batches, with the same result as a new project, also when it runs twice', async () => {
    const ids = await some(5);
    const before = await wordsOf(ids);
    await emptied(ids);
    const enterpriseId = await theEnterprise(app);
    await app.modules.projects.fillKeys(enterpriseId, 2);
    expect(await wordsOf(ids)).toEqual(before);
    await app.modules.projects.fillKeys(enterpriseId, 2);
    expect(await wordsOf(ids)).toEqual(before);
  });

  it('in two processes at once', async () => {
    const ids = await some(5);
    const before = await wordsOf(ids);
    await emptied(ids);
    const enterpriseId = await theEnterprise(app);
    const fill = () => app.modules.projects.fillKeys(enterpriseId, 2);
    await whileLocked(app, `select from project where id = ${ids[0]} for update`, [fill, fill], () =>
      Promise.resolve(),
    );
    expect(await wordsOf(ids)).toEqual(before);
  });

  it('but does not replace the words of a project that is renamed at that moment', async () => {
    const [id = 0] = await some(1);
    await emptied([id]);
    const enterpriseId = await theEnterprise(app);
    await whileLocked(
      app,
      `select from project where id = ${id} for update`,
      [() => app.modules.projects.fillKeys(enterpriseId)],
      (client) =>
        client.query(
          `update project set name = '新名', pinyin = 'xinming', initials = 'xm', name_sort = 'x' where id = $1`,
          [id],
        ),
    );
    expect(await wordsOf([id])).toMatchObject([{ pinyin: 'xinming', initials: 'xm' }]);
  });

  it('reads only the rows without words', async () => {
    const { rows } = await app.platform.db.pool.query(
      `select indexdef from pg_indexes where indexname = 'project_unfilled'`,
    );
    expect(rows[0].indexdef).toContain(`WHERE ((name_sort = ''::text) OR (pinyin = ''::text))`);
  });
});
