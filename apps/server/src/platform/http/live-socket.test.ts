import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { changePassword, check, getKeyIv, logout } from '@prdm/contract/identity';
import { userDisable } from '@prdm/contract/organisation';
import { buildPerson, PASSWORD, type BuiltPerson } from '../../testing/worlds/builders.ts';
import { encryptTransfer, sha256Hex } from '../../testing/worlds/calls.ts';
import { ADMIN } from '../../testing/servers/start-app.ts';
import { callAt, signInAt, startTwo, type TwoServers } from '../../testing/servers/start-two.ts';

/** Safety S14, P17: a socket closes when its session ends, whichever process holds it. */
let two: TwoServers;
beforeAll(async () => {
  two = await startTwo();
}, 120_000);
afterAll(() => two.stop());

const SESSION_ENDED = 4401;
const AT_ONCE_MS = 1000;

interface Browser {
  readonly token: string;
  /** Waits for the close; returns its code and time. */
  closed(): Promise<{ code: number; at: number }>;
  isOpen(): boolean;
  close(): void;
}

/** A browser whose calls and whose socket may be at different processes. */
async function browser(person: Pick<BuiltPerson, 'account'>, socketAt: 0 | 1): Promise<Browser> {
  const token = await signInAt(two.addresses[0], person.account, PASSWORD);
  const socket = new WebSocket(`${two.addresses[socketAt].replace('http', 'ws')}/apis/live`);
  const gone = once(socket, 'close').then(([code]) => ({ code: code as number, at: performance.now() }));
  await once(socket, 'open');
  socket.send(JSON.stringify({ token }));
  const [first] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(first.toString())).toEqual({ type: 'ready' });
  return {
    token,
    closed: () => gone,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
  };
}

/** Every browser's socket closes within a second of the answer, on the same process and on the other one. */
async function endsAtOnce(browsers: readonly Browser[], act: () => Promise<{ code: number }>): Promise<void> {
  expect((await act()).code).toBe(0);
  const answered = performance.now();
  for (const { code, at } of await Promise.all(browsers.map((one) => one.closed()))) {
    expect(code).toBe(SESSION_ENDED);
    expect(at - answered).toBeLessThan(AT_ONCE_MS);
  }
}

describe('a live socket', () => {
  it('closes when its user signs out; other sessions of the user keep theirs', async () => {
    const person = await buildPerson(two);
    for (const at of [0, 1] as const) {
      const [leaving, staying] = [await browser(person, at), await browser(person, at)];
      await endsAtOnce([leaving], () => callAt(two.addresses[0], logout, {}, leaving.token));
      expect(staying.isOpen()).toBe(true);
      staying.close();
    }
  });

  it('closes with all sessions of a user who is disabled', async () => {
    const person = await buildPerson(two);
    const admin = await signInAt(two.addresses[0], ADMIN.account, ADMIN.password);
    const browsers = [await browser(person, 0), await browser(person, 1)];
    await endsAtOnce(browsers, () => callAt(two.addresses[0], userDisable, { id: person.id, version: 1 }, admin));
  });

  it('closes when the password is changed', async () => {
    const person = await buildPerson(two);
    const browsers = [await browser(person, 0), await browser(person, 1)];
    const fresh = 'Neues-2026';
    const { data: key } = await callAt(two.addresses[0], getKeyIv, {});
    const input = {
      oldpassword: encryptTransfer(PASSWORD, key.key, key.iv),
      password: sha256Hex(fresh),
      repassword: sha256Hex(fresh),
      password_encode: encryptTransfer(fresh, key.key, key.iv),
      kid: key.kid,
    };
    await endsAtOnce(browsers, () => callAt(two.addresses[0], changePassword, input, browsers[0]?.token));
  });

  it('does not end its session by checking a token that was replaced since', async () => {
    const person = await buildPerson(two);
    const [watching, leaving] = [await browser(person, 1), await browser(person, 1)];
    // The state after half an hour: another token replaced this one, and its grace period is over.
    await two.platform.db.pool.query(
      `update session set previous_hash = token_hash, previous_until = now() - interval '1 second', token_hash = sha256('fresh')
       where user_id = $1 and id = (select min(id) from session where user_id = $1)`,
      [person.id],
    );
    await endsAtOnce([leaving], () => callAt(two.addresses[0], logout, {}, leaving.token));
    await new Promise((resolve) => setTimeout(resolve, 300)); // the other socket checks its own session meanwhile
    expect(watching.isOpen()).toBe(true);
    expect((await callAt(two.addresses[0], check, { token: 'fresh' })).data).toEqual({ valid: true });
    watching.close();
  });
});
