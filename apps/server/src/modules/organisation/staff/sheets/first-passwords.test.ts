import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { departmentAdd, userIndex } from '@prdm/contract/organisation';
import { staffImports } from '@prdm/contract/organisation/staff-sheets';
import { changePassword, getKeyIv } from '@prdm/contract/identity';
import { encryptTransfer, sha256Hex } from '../../../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../../../testing/servers/start-app.ts';
import { importFile, rowsOfSheet, sheetOf } from '../../../../testing/worlds/sheets.ts';
import { firstPassword, hashPassword, verifyPassword } from '../../../identity/passwords.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp({ works: false });
  admin = await app.admin();
  await app.call(departmentAdd, { name: '设计院' }, { token: admin });
});
afterAll(() => app.stop());

const imported = async (accounts: readonly string[]) => {
  const rows = accounts.map((account) => [account, account, '设计院']);
  const { done } = await importFile(app, staffImports.run, admin, await sheetOf([['账号', '姓名', '部门'], ...rows]));
  if (done.secrets === null) throw new Error('no passwords');
  return done.secrets;
};
const text = async (query: string): Promise<string> => JSON.stringify((await app.platform.db.pool.query(query)).rows);

describe('first passwords of an import', { timeout: 60_000 }, () => {
  it('stand in the answer as rows and as a spreadsheet, and in no table', async () => {
    const secrets = await imported(['pwd.one', 'pwd.two']);
    const sheet = await rowsOfSheet(Buffer.from(secrets.sheet, 'base64'));
    expect(sheet).toEqual([secrets.columns, ...secrets.rows]);
    expect(secrets.columns).toEqual(['账号', '姓名', '初始密码']);
    const passwords = secrets.rows.map((row) => row[2] ?? '');
    expect(new Set(passwords).size).toBe(2);
    for (const password of passwords) expect(password).toMatch(/^[2-9a-hj-km-np-zAB]{4}(-[2-9a-hj-km-np-zAB]{4}){3}$/);
    const { rows: tables } = await app.platform.db.pool.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.length).toBeGreaterThan(50);
    for (const { name } of tables) {
      const stored = await text(`select t::text from ${name} t`);
      for (const password of passwords) expect(stored.includes(password), name).toBe(false);
    }
  });

  it('sign in once into a forced change, which replaces the fast hash', async () => {
    const secrets = await imported(['pwd.three']);
    const password = secrets.rows[0]?.[2] ?? '';
    const stored = () => text(`select password_hash, must_change from account where account = 'pwd.three'`);
    expect(await stored()).toMatch(/\$first\$.*"must_change":true/);
    await expect(app.signIn('pwd.three', `${password}x`)).rejects.toThrow();
    const token = await app.signIn('pwd.three', password);
    expect((await app.call(userIndex, {}, { token })).code).not.toBe(0);
    const fresh = 'New-pass-2026';
    const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
    const input = {
      oldpassword: encryptTransfer(password, key, iv),
      password: sha256Hex(fresh),
      repassword: sha256Hex(fresh),
      password_encode: encryptTransfer(fresh, key, iv),
      kid,
    };
    expect(await app.call(changePassword, input, { token })).toMatchObject({ code: 0 });
    expect(await stored()).toMatch(/\$argon2id\$.*"must_change":false/);
    await expect(app.signIn('pwd.three', password)).rejects.toThrow();
    await app.signIn('pwd.three', fresh);
  });

  it('compare as slowly as other passwords', async () => {
    const [first, slow] = [firstPassword(), await hashPassword('Design-2026')];
    const timed = async (hash: string | null, password: string): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < 9; n += 1) {
        const began = performance.now();
        await verifyPassword(hash, password);
        times.push(performance.now() - began);
      }
      return times.toSorted((a, b) => a - b)[4] ?? 0;
    };
    expect(await verifyPassword(first.stored.hash, first.password)).toBe(true);
    expect(await verifyPassword(first.stored.hash, `${first.password} `)).toBe(false);
    const usual = await timed(slow.hash, 'Design-2026');
    for (const hash of [first.stored.hash, null]) expect(await timed(hash, first.password)).toBeGreaterThan(usual / 3);
  });

  it('of two people with the same word differ in salt and hash', () => {
    const hashes = Array.from({ length: 50 }, () => firstPassword().stored.hash);
    expect(new Set(hashes.map((hash) => hash.split('$')[2])).size).toBe(50);
  });
});
