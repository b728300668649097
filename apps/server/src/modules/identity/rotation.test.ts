import { afterAll, beforeAll, expect, it } from 'vitest';
import { check } from '@prdm/contract/identity';
import { info } from '@prdm/contract/me';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

/**
 * docs/decisions/0008-token-rotation.md: a client survives a lost answer, and the server still detects a stolen
 * token.
 */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

/** A user whose token is due for replacement. */
async function overdue(): Promise<{ person: BuiltPerson; token: string }> {
  const person = await buildPerson(app);
  const token = await app.signIn(person.account, PASSWORD);
  await passes(person, 31 * 60);
  return { person, token };
}

/** Shifts the times of the last replacement and of its first use back by this many seconds. */
const passes = ({ id }: BuiltPerson, seconds: number) =>
  app.platform.db.pool.query(
    `update session set token_since = token_since - make_interval(secs => $2),
       previous_until = previous_until - make_interval(secs => $2) where user_id = $1`,
    [id, seconds],
  );

/** Makes one call; returns its code and the new token of the answer. */
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

it('a client that loses the answer with the new token continues with the old one and receives another, any number of times', async () => {
  const { person, token } = await overdue();
  const lost = [(await call(token)).fresh];
  for (const round of [1, 2]) {
    // Calls in flight at the replacement must not replace the token a second time.
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

it('the old token is valid for 60 s after the first use of the new one; a later use ends the session', async () => {
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

it('a stolen new token is detected when the owner uses the old one', async () => {
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

it('of 50 parallel calls after a lost answer exactly one receives the next token', async () => {
  const { person, token } = await overdue();
  await call(token);
  await passes(person, 61);
  const answers = await Promise.all(Array.from({ length: 50 }, () => call(token)));
  expect(answers.every(({ code }) => code === 0)).toBe(true);
  const given = answers.flatMap(({ fresh }) => fresh ?? []);
  expect(given).toHaveLength(1);
  expect((await call(given[0] ?? '')).code).toBe(0);
});

it('a check of a token does not count as its use', async () => {
  const { person, token } = await overdue();
  const fresh = (await call(token)).fresh ?? '';
  expect(await lives(fresh)).toBe(true);
  await passes(person, 61);
  expect(await lives(token)).toBe(true);
  expect((await call(token)).fresh).toBeDefined();
});
