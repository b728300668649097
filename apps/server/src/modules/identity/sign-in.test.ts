import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getKeyIv, loginPwd } from '@prdm/contract/identity';
import { buildPerson, PASSWORD } from '../../testing/builders.ts';
import { encryptTransfer } from '../../testing/calls.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { statementsOf } from '../../testing/statements.ts';

/** Safety S33: nobody outside learns which accounts exist. How long each way takes is measured in sign-in.faults.ts. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

async function wayOf(account: string, password: string, spent = false): Promise<{ answer: unknown; steps: string[] }> {
  const { key, iv, kid } = (await app.call(getKeyIv, {})).data;
  const input = { account, password: encryptTransfer(password, key, iv), kid };
  if (spent) await app.call(loginPwd, { ...input, account: 'somebody-else-again' });
  let answer: unknown;
  const steps = await statementsOf(async () => {
    const { code, msg, data, status } = await app.call(loginPwd, input);
    answer = { code, msg, data, status };
  });
  return { answer, steps };
}

/** What a statement does, to what: two statements alike in this do the same work. */
const kindOf = (statement: string): string =>
  /^\s*(?:insert into|update|select|begin|commit|rollback|savepoint|release)(?: +"?\w+"?)?/i.exec(statement)?.[0] ??
  statement;

describe('a refused sign-in', () => {
  it('takes the same steps in the database for an unknown account, a wrong password and a spent key', async () => {
    const person = await buildPerson(app);
    const wrong = await wayOf(person.account, 'wrong-one');
    const unknown = await wayOf('nobody-of-that-name', 'wrong-one');
    const spent = await wayOf(person.account, PASSWORD, true);
    const unknownSpent = await wayOf('nobody-at-all', PASSWORD, true);
    expect(wrong.answer).toMatchObject({ code: 1003 });
    expect(wrong.steps.filter((step) => /insert into "login_history"/.test(step))).toHaveLength(1);
    for (const way of [unknown, spent, unknownSpent]) {
      expect(way.answer).toEqual(wrong.answer);
      const ends = /^(?:release|rollback to) savepoint/;
      const comparable = (steps: string[]) =>
        steps.map((step) => (ends.test(step) ? 'end of savepoint' : kindOf(step)));
      expect(comparable(way.steps)).toEqual(comparable(wrong.steps));
    }
  });

  it('of an unknown account stands in nobody’s history and in no log', async () => {
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

  it('of an unknown account stays refused with the password of the one it is compared with', async () => {
    const { answer } = await wayOf('not-the-administrator', 'Weng-7-admin');
    expect(answer).toMatchObject({ code: 1003 });
  });
});
