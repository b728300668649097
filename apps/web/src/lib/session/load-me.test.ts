import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWire, type Wire } from '../../testing/wire.ts';
import { loadMe, reloadMe } from './load-me.ts';
import { session, storeToken, useSession } from './session.ts';

let wire: Wire;
let serial = 0;

/** Each answer is unique: `username` holds the serial number of its request. */
const person = (n: number) => ({ id: 5, username: `${n}`, account: 'zhang', roles: {}, project_access: {} });

beforeEach(async () => {
  serial = 0;
  wire = await openWire();
  wire.answer(() => {
    serial += 1;
    return { body: { code: 0, msg: '', data: person(serial) }, afterMs: 60 };
  });
  useSession.setState({ token: null, me: null, expired: false });
  storeToken('T1');
});

afterEach(() => wire.close());

test('questions at the same time are one', async () => {
  await Promise.all([loadMe(), loadMe(), loadMe()]);
  expect(wire.seen).toHaveLength(1);
  await loadMe();
  expect(wire.seen).toHaveLength(2);
});

test('after a change an answer that was under way is not enough: one more question follows, for all who want it', async () => {
  const before = loadMe();
  await new Promise((resolve) => setTimeout(resolve, 20)); // the server has read the rights, and the project is created only now
  const after = [reloadMe(), reloadMe()];
  await before;
  expect(session().me?.username).toBe('1');
  await Promise.all(after);
  expect(session().me?.username).toBe('2');
  expect(wire.seen).toHaveLength(2);
});

test('with none under way the change asks at once, and a question that failed does not keep the next one back', async () => {
  await reloadMe();
  expect(session().me?.username).toBe('1');
  wire.answer(() => {
    serial += 1;
    return { body: serial === 2 ? { code: 1, msg: 'M', data: null } : { code: 0, msg: '', data: person(serial) } };
  });
  const failing = loadMe();
  const anew = reloadMe();
  await expect(failing).rejects.toThrow('M');
  await anew;
  expect(session().me?.username).toBe('3');
});
