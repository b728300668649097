import { afterAll, beforeAll, expect, it } from 'vitest';
import { getKeyIv, loginPwd } from '@prdm/contract/identity';
import { buildPerson } from '../../testing/worlds/builders.ts';
import { encryptTransfer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { comparePairs, sayCompared } from '../../testing/timing.ts';

/** Safety S33, measured in time. sign-in.test.ts proves that both cases run the same statements. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

const PAIRS = 200;

it('200 pairs: a wrong password takes as long as an unknown account', async () => {
  const person = await buildPerson(app);
  const transfers = await Promise.all(
    Array.from({ length: PAIRS * 2 + 20 }, async () => (await app.call(getKeyIv, {})).data),
  );
  let refusals = 0;
  const attempt = async (account: string): Promise<void> => {
    const { key, iv, kid } = transfers.pop() ?? { key: '', iv: '', kid: '' };
    const { code } = await app.call(loginPwd, { account, password: encryptTransfer('wrong-one', key, iv), kid });
    refusals += code === 1003 ? 1 : 0;
  };
  // The counters of both names exist and are reset before each attempt. So no limit refuses an attempt, and both
  // cases cost the same.
  const known = () => attempt(person.account);
  const unknown = () => attempt('nobody-of-that-name');
  await known();
  await unknown();
  await app.platform.db.pool.query(
    `create function forget() returns trigger language plpgsql as $$ begin new.tries := 0; new.blocked_until := null; return new; end $$;
     create trigger forget before insert or update on failed_try for each row execute function forget()`,
  );
  const compared = await comparePairs(PAIRS, known, unknown);
  sayCompared('known and unknown account', compared);
  expect(refusals).toBe(2 * PAIRS + 2);
  expect(compared.apart).toBeLessThan(compared.fifth);
});
