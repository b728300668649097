import { afterAll, beforeAll, expect, it } from 'vitest';
import { check } from '@prdm/contract/identity';
import { info } from '@prdm/contract/me';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../testing/builders.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** docs/decisions/0008-token-rotation.md: answers get lost, and stolen tokens are still found out. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

/** A person whose token has served its time. */
async function overdue(): Promise<{ person: BuiltPerson; token: string }> {
  const person = await buildPerson(app);
  const token = await app.signIn(person.account, PASSWORD);
  await passes(person, 31 * 60);
  return { person, token };
}

/** As if this many seconds had gone by since the last replacement and the first use of what it gave. */
const passes = ({ id }: BuiltPerson, seconds: number) =>
  app.platform.db.pool.query(
    `update session set token_since = token_since - make_interval(secs => $2),
       previous_until = previous_until - make_interval(secs => $2) where user_id = $1`,
    [id, seconds],
  );

/** One call: how it is answered, and the token it gives in place of the one that was sent. */
async function call(token: string): Promise<{ code: number; fresh: string | undefined }> {
  const { code, headers } = await app.call(info, {}, { token });
  return { code, fresh: headers.authorization as string | undefined };
}

const lives = async (token: string): Promise<boolean> => (await app.call(check, { token })).data.valid;
const thefts = async ({ id }: BuiltPerson): Promise<number> =>
  (
    await app.platform.db.pool.query(
      `select 1 from action_log where event = 'identity.sessionRevoked' and target_id = $1`,
      [id],
    )
  ).rowCount ?? 0;

it('whoever lost the answer with the new token goes on with the old one and gets another, however often it is lost', async () => {
  const { person, token } = await overdue();
  const lost = [(await call(token)).fresh];
  for (const round of [1, 2]) {
    // The calls that were in flight at the replacement must not replace it once more.
    expect(await call(token)).toEqual({ code: 0, fresh: undefined });
    await passes(person, 61);
    lost.push((await call(token)).fresh);
    expect(new Set(lost).size, `round ${round}`).toBe(round + 1);
  }
  const [first, second, third] = lost.map((fresh) => fresh ?? '');
  expect(await Promise.all([first, second, third].map((fresh) => lives(fresh ?? '')))).toEqual([false, false, true]);
  expect(await call(third ?? '')).toEqual({ code: 0, fresh: undefined });
  expect(await thefts(person)).toBe(0);
});

it('the old token serves 60 s more from the first use of the new one on, and coming back later ends the session', async () => {
  const { person, token } = await overdue();
  const fresh = (await call(token)).fresh ?? '';
  await passes(person, 30);
  expect(await call(fresh)).toEqual({ code: 0, fresh: undefined });
  await passes(person, 55);
  expect(await call(token)).toEqual({ code: 0, fresh: undefined });
  expect(await call(fresh)).toEqual({ code: 0, fresh: undefined }); // a later use does not prolong it
  await passes(person, 6);
  expect(await lives(token)).toBe(false);
  expect((await call(token)).code).toBe(5);
  expect((await call(fresh)).code).toBe(5);
  expect(await thefts(person)).toBe(1);
});

it('a thief who takes the new token is found out when the owner comes with the old one', async () => {
  const { person, token } = await overdue();
  await call(token); // the owner's answer is lost
  await passes(person, 61);
  const stolen = (await call(token)).fresh ?? '';
  expect((await call(stolen)).code).toBe(0);
  await passes(person, 61);
  expect((await call(token)).code).toBe(5);
  expect((await call(stolen)).code).toBe(5);
  expect(await thefts(person)).toBe(1);
});

it('of 50 calls at once after a lost answer exactly one gets the next token', async () => {
  const { person, token } = await overdue();
  await call(token);
  await passes(person, 61);
  const answers = await Promise.all(Array.from({ length: 50 }, () => call(token)));
  expect(answers.every(({ code }) => code === 0)).toBe(true);
  const given = answers.flatMap(({ fresh }) => fresh ?? []);
  expect(given).toHaveLength(1);
  expect((await call(given[0] ?? '')).code).toBe(0);
});

it('looking whether a token is alive is no use of it', async () => {
  const { person, token } = await overdue();
  const fresh = (await call(token)).fresh ?? '';
  expect(await lives(fresh)).toBe(true);
  await passes(person, 61);
  expect(await lives(token)).toBe(true);
  expect((await call(token)).fresh).toBeDefined();
});
