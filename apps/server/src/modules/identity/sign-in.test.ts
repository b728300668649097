import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getKeyIv, loginPwd } from '@prdm/contract/identity';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { encryptTransfer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { statementsOf } from '../../testing/statements.ts';

/**
 * Safety S33: a caller without a session cannot learn which accounts exist. sign-in.faults.ts measures the time of
 * each case.
 */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

async function wayOf(
  account: string,
  password: string,
  spent = false,
  named = true,
): Promise<{ answer: unknown; statements: string[] }> {
  const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
  const input = { account, password: encryptTransfer(password, key, iv), kid: named ? kid : undefined };
  if (spent) await app.call(loginPwd, { ...input, account: 'somebody-else-again' });
  let answer: unknown;
  const statements = await statementsOf(async () => {
    const { code, msg, data, status } = await app.call(loginPwd, input);
    answer = { code, msg, data, status };
  });
  return { answer, statements };
}

/** The verb and the table of a statement: two statements with equal kinds do the same work. */
const kindOf = (statement: string): string =>
  /^\s*(?:insert into|update|select|begin|commit|rollback|savepoint|release)(?: +"?\w+"?)?/i.exec(statement)?.[0] ??
  statement;

describe('a refused sign-in', () => {
  it('runs the same statements for an unknown account, a wrong password and a spent key', async () => {
    const person = await buildPerson(app);
    const wrong = await wayOf(person.account, 'wrong-one');
    const unknown = await wayOf('nobody-of-that-name', 'wrong-one');
    const spent = await wayOf(person.account, PASSWORD, true);
    const unknownSpent = await wayOf('nobody-at-all', PASSWORD, true);
    expect(wrong.answer).toMatchObject({ code: 1003 });
    expect(wrong.statements.filter((statement) => /insert into "login_history"/.test(statement))).toHaveLength(1);
    for (const way of [unknown, spent, unknownSpent]) {
      expect(way.answer).toEqual(wrong.answer);
      const ends = /^(?:release|rollback to) savepoint/;
      const comparable = (statements: string[]) =>
        statements.map((statement) => (ends.test(statement) ? 'end of savepoint' : kindOf(statement)));
      expect(comparable(way.statements)).toEqual(comparable(wrong.statements));
    }
  });

  it('runs the same statements without kid for an unknown account and for a wrong password', async () => {
    const person = await buildPerson(app);
    for (const spent of [false, true]) {
      const wrong = await wayOf(person.account, 'wrong-one', spent, false);
      const unknown = await wayOf('nobody-without-kid', 'wrong-one', spent, false);
      expect(wrong.answer).toMatchObject({ code: 1003 });
      expect(unknown.answer).toEqual(wrong.answer);
      const ends = /^(?:release|rollback to) savepoint/;
      const kinds = ({ statements }: { statements: string[] }) =>
        statements.map((statement) => (ends.test(statement) ? 'end' : kindOf(statement)));
      expect(kinds(unknown)).toEqual(kinds(wrong));
    }
  });

  it('for an unknown account leaves no row in any login history or log', async () => {
    const lines = async () =>
      (
        await app.platform.db.pool.query(
          'select (select count(*)::int from login_history) as history, (select count(*)::int from action_log) as log',
        )
      ).rows[0];
    const before = await lines();
    const { answer } = await wayOf('nobody-of-that-name-either', 'wrong-one');
    expect(answer).toMatchObject({ code: 1003 });
    expect(await lines()).toEqual(before);
    const { rows } = await app.platform.db.pool.query(
      `select tries, in_flight from failed_try where subject = 'nobody-of-that-name-either'`,
    );
    expect(rows).toEqual([{ tries: 1, in_flight: 0 }]);
  });

  it('for an unknown account stays refused with the password of the stand-in account', async () => {
    const { answer } = await wayOf('not-the-administrator', 'Weng-7-admin');
    expect(answer).toMatchObject({ code: 1003 });
  });
});
