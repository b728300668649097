import { afterAll, beforeAll, expect, it } from 'vitest';
import { getKeyIv, loginPwd } from '@prdm/contract/identity';
import { LIMITS } from '@prdm/contract/limits';
import { buildPerson, PASSWORD } from '../../testing/worlds/builders.ts';
import { encryptTransfer } from '../../testing/worlds/calls.ts';
import { startApp, type TestApp } from '../../testing/servers/start-app.ts';
import { LOGIN_LIMITS } from './identity.rules.ts';

/** One IPv6 client has a whole /64 and could use a new address for each attempt. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ works: false });
});
afterAll(() => app.stop());

const PAIR_TRIES = LOGIN_LIMITS.find(({ scope }) => scope === 'login_pair')?.limit ?? 0;

async function enter(account: string, password: string, ip: string): Promise<number> {
  const { key, iv, kid } = (await app.call(getKeyIv, {}, { ip })).data;
  return (await app.call(loginPwd, { account, password: encryptTransfer(password, key, iv), kid }, { ip })).code;
}

it('counts wrong passwords of one /64 together and of different /64 separately', async () => {
  const { account } = await buildPerson(app);
  for (let n = 1; n <= PAIR_TRIES; n += 1) expect(await enter(account, 'wrong-one', `2001:db8:1:1::${n}`)).toBe(1003);
  expect(await enter(account, PASSWORD, '2001:db8:1:1:ffff::1')).toBe(1007);
  expect(await enter(account, PASSWORD, '2001:db8:1:2::1')).toBe(0);
});

it('counts an IPv4 address as one address in every notation', async () => {
  const { account } = await buildPerson(app);
  for (let n = 1; n <= PAIR_TRIES; n += 1) expect(await enter(account, 'wrong-one', '::ffff:192.0.2.1')).toBe(1003);
  expect(await enter(account, PASSWORD, '192.0.2.1')).toBe(1007);
  expect(await enter(account, PASSWORD, '::ffff:192.0.2.2')).toBe(0);
});

it('counts the unspent keys of one /64 together', async () => {
  await app.platform.db.pool.query(
    `insert into transfer_key (kid, key, iv, ip, expires_at)
     select 'old-' || n, repeat('k', 32), repeat('i', 16), '2001:db8:2:1::/64', now() + make_interval(secs => 60 + n / 100.0)
     from generate_series(1, $1::int) n`,
    [LIMITS.transferKeysOfAddress],
  );
  for (const ip of ['2001:db8:2:1::1', '2001:db8:2:1::2', '2001:db8:2:2::1'])
    expect((await app.call(getKeyIv, {}, { ip })).code).toBe(0);
  const { rows } = await app.platform.db.pool.query(
    `select ip, count(*)::int as held from transfer_key where ip like '2001:db8:2:%' group by ip order by ip`,
  );
  expect(rows).toEqual([
    { ip: '2001:db8:2:1::/64', held: LIMITS.transferKeysOfAddress },
    { ip: '2001:db8:2:2::/64', held: 1 },
  ]);
});

it('a sign-in without kid uses the key that another address of its /64 requested', async () => {
  const { account } = await buildPerson(app);
  const { key, iv } = (await app.call(getKeyIv, {}, { ip: '2001:db8:3:1::1' })).data;
  const password = encryptTransfer(PASSWORD, key, iv);
  expect((await app.call(loginPwd, { account, password }, { ip: '2001:db8:3:2::1' })).code).toBe(1003);
  expect((await app.call(loginPwd, { account, password }, { ip: '2001:db8:3:1::2' })).code).toBe(0);
});
