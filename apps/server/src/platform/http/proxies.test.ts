import { afterEach, describe, expect, it } from 'vitest';
import { getKeyIv, loginHistory, loginPwd } from '@prdm/contract/identity';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { encryptTransfer, type Caller } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';

/** A caller can write its own entries before those of the proxies in X-Forwarded-For. They must not change the counted address. */
let app: TestApp;
afterEach(() => app.stop());
const start = async (trust?: string) => {
  app = await startApp({ works: false, env: trust === undefined ? {} : { TRUST_PROXY: trust } });
};

async function enter(account: string, password: string, caller: Caller) {
  const { key, iv, kid } = (await app.call(getKeyIv, {}, caller)).data;
  return app.call(loginPwd, { account, password: encryptTransfer(password, key, iv), kid }, caller);
}
const codeOf = async (...given: Parameters<typeof enter>): Promise<number> => (await enter(...given)).code;

/** The client address as the program sees it, read from the user's login history. */
async function takenFor(caller: Caller): Promise<string> {
  const person = await buildPerson(app);
  const { token } = (await enter(person.account, PASSWORD, caller)).data;
  return (await app.call(loginHistory, {}, { token })).data.list[0].ip;
}

const REAL = '203.0.113.9';
/** As nginx writes it: the received header, then the address of the connection. */
const forged = (n: number): Caller[] => [
  { forwarded: `198.51.100.${n}, ${REAL}` },
  { forwarded: `10.0.0.${n}, 198.51.100.${n},${REAL}` },
  { forwarded: `no address ${n}, ${REAL}` },
  { forwarded: `2001:db8::${n}, unknown, ${REAL}` },
];

describe.each([
  ['TRUST_PROXY=1', '1', (n: number) => forged(n)[n % 4] as Caller],
  ['the proxy as a range', '127.0.0.0/8', (n: number) => forged(n)[n % 4] as Caller],
  ['no proxy', undefined, (n: number): Caller => ({ forwarded: `198.51.100.${n}, ${REAL}`, ip: REAL })],
])('with %s and forged entries', (_what, trust, caller) => {
  it('5 wrong passwords are counted per account and address, and another address may continue', async () => {
    await start(trust);
    const person = await buildPerson(app);
    const codes = [];
    for (let n = 1; n <= 12; n += 1) codes.push(await codeOf(person.account, 'wrong-one', caller(n)));
    expect(codes).toEqual(Array.from({ length: 12 }, (_, n) => (n < 5 ? 1003 : 1007)));
    const elsewhere = trust === undefined ? { ip: '203.0.113.77' } : { forwarded: `${REAL}, 203.0.113.77` };
    expect(await codeOf(person.account, PASSWORD, elsewhere)).toBe(0);
  });

  it('100 wrong passwords are counted per address, and successes do not count', async () => {
    await start(trust);
    const person = await buildPerson(app);
    // 96 attempts of other users some time ago. Successes in between do not change the count.
    expect(await codeOf('nobody-0', 'wrong-one', caller(1))).toBe(1003);
    await app.platform.db.pool.query(
      `update failed_try set tries = 96 where scope = 'login_address' and subject = $1`,
      [REAL],
    );
    for (let n = 1; n <= 6; n += 1) expect(await codeOf(person.account, PASSWORD, caller(n))).toBe(0);
    const codes = [];
    for (let n = 1; n <= 8; n += 1) codes.push(await codeOf(`nobody-${n}`, 'wrong-one', caller(n)));
    expect(codes).toEqual([1003, 1003, 1003, 1003, 1007, 1007, 1007, 1007]);
    expect(await codeOf(person.account, PASSWORD, caller(9))).toBe(1007);
  });
});

describe('the address of a caller', () => {
  it.each([
    ['1', undefined, '127.0.0.1'],
    ['1', '', '127.0.0.1'],
    ['1', 'unknown', '127.0.0.1'],
    ['1', '<script>', '127.0.0.1'],
    ['1', `198.51.100.1, ${REAL}`, REAL],
    ['1', `${REAL}, unknown`, '127.0.0.1'],
    ['1', '2001:db8::1', '2001:db8::1'],
    ['2', `198.51.100.1, ${REAL}, 10.0.0.5`, REAL],
    ['2', `198.51.100.1, unknown, 10.0.0.5`, '10.0.0.5'],
    ['127.0.0.1,10.0.0.0/8', `198.51.100.1, ${REAL}, 10.0.0.5`, REAL],
    ['127.0.0.1,10.0.0.0/8', `198.51.100.1, x, 10.0.0.5`, '10.0.0.5'],
    ['10.0.0.0/8', `198.51.100.1, ${REAL}`, '127.0.0.1'],
    ['false', REAL, '127.0.0.1'],
  ])('TRUST_PROXY=%s and "%s" is %s', async (trust, forwarded, address) => {
    await start(trust);
    expect(await takenFor({ forwarded })).toBe(address);
  });
});
