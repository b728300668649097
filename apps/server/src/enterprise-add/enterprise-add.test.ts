import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies, stages } from '@prdm/contract/config/dictionaries';
import { info } from '@prdm/contract/me';
import { roleIndex } from '@prdm/contract/organisation';
import { startApp, type TestApp } from '../testing/servers/start-app.ts';
import { PASSWORD } from '../testing/worlds/builders.ts';
import { addEnterprise } from './add.ts';
import { readOptions, WrongOption } from './options.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

const add = async (...args: string[]) => addEnterprise(app.platform, app.modules, await readOptions(args, null));

describe('an added enterprise', () => {
  it('has the standard entries and roles of the first one, and a superAdmin', async () => {
    const added = await add('--name', '江北市政设计院', '--account', 'north', '--password', PASSWORD);
    expect(added).toMatchObject({ account: 'north', generatedPassword: null });
    const [home, away] = [await app.admin(), await app.signIn('north', PASSWORD)];
    const names = async (call: typeof stages.index | typeof roleIndex, token: string) =>
      (await app.call(call, {}, { token })).data.list.map(({ name }: { name: string }) => name);
    expect(await names(stages.index, away)).toEqual(await names(stages.index, home));
    expect(await names(roleIndex, away)).toEqual(await names(roleIndex, home));
    expect(await names(companies.index as typeof stages.index, away)).toEqual(['江北市政设计院']);
    expect((await app.call(info, {}, { token: away })).data).toMatchObject({
      enterprise_name: '江北市政设计院',
      roles: { role: 'superAdmin' },
      is_system: false,
      must_change: false,
    });
  });

  it('has a generated password that must be changed, when none was given', async () => {
    const { generatedPassword } = await add('--name', '江南设计院', '--account', 'south');
    const token = await app.signIn('south', generatedPassword ?? '');
    expect((await app.call(info, {}, { token })).data.must_change).toBe(true);
  });

  it('leaves nothing behind when its account is taken', async () => {
    const count = async () =>
      (await app.platform.db.pool.query('select count(*)::int as n from enterprise')).rows[0].n as number;
    const before = await count();
    await expect(add('--name', '第三院', '--account', 'north')).rejects.toMatchObject({ code: 1018 });
    await expect(add('--system', 'NORTH')).rejects.toMatchObject({ code: 1018 });
    await expect(add('--name', '第三院', '--account', 'third', '--password', 'a')).rejects.toMatchObject({
      code: 1001,
    });
    expect(await count()).toBe(before);
  });
});

it('a system administrator has an enterprise of its own without roles and entries', async () => {
  const { enterpriseId } = await add('--system', 'keeper', '--password', PASSWORD);
  const rows = async (table: string) =>
    (
      await app.platform.db.pool.query(`select count(*)::int as n from ${table} where enterprise_id = $1`, [
        enterpriseId,
      ])
    ).rows[0].n as number;
  for (const table of ['role', 'role_holder', 'dictionary_entry', 'position', 'project', 'process_template'])
    expect([table, await rows(table)]).toEqual([table, 0]);
  const me = await app.call(info, {}, { token: await app.signIn('keeper', PASSWORD) });
  expect(me.data).toMatchObject({ is_system: true, roles: { role: '', access: [] } });
});

describe('the command line', () => {
  it.each([
    [['--account', 'x1'], 'command.nameMissing'],
    [['--name', ' ', '--account', 'x1'], 'command.nameMissing'],
    [['--name', '院'], 'command.accountMissing'],
    [['--system', ''], 'command.accountMissing'],
    [['--system', 'x1', '--name', '院'], 'command.notWithSystem'],
    [['--nmae', '院'], 'command.unknown'],
    [['院'], 'command.unknown'],
  ])('%j is a mistake: %s', async (args, key) => {
    const mistake = await readOptions(args, null).catch((error: unknown) => error);
    expect(mistake).toBeInstanceOf(WrongOption);
    expect((mistake as WrongOption).key).toBe(key);
  });

  it('asks at a terminal for a missing name and account', async () => {
    const asked: string[] = [];
    const wanted = await readOptions([], (question) => {
      asked.push(question);
      return Promise.resolve(question === 'askName' ? '江北院' : 'north2');
    });
    expect(asked).toEqual(['askName', 'askAccount']);
    expect(wanted).toMatchObject({ kind: 'enterprise', name: '江北院', account: 'north2', password: undefined });
  });
});
