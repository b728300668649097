import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getKeyIv } from '@prdm/contract/identity';
import { modelThumbAdd } from '@prdm/contract/models';
import { openWire, type Answer, type Wire } from '../../testing/wire.ts';
import { call, connectCalls } from './call.ts';
import { startI18n } from '../i18n.ts';
import { session, storeToken, useSession } from '../session/session.ts';
import { useToasts } from '../toasts.ts';

let wire: Wire;
let replaced = 0;

beforeAll(async () => {
  await startI18n();
  connectCalls({ tokenReplaced: () => void (replaced += 1) });
});

beforeEach(async () => {
  wire = await openWire();
  replaced = 0;
  useSession.setState({ token: null, me: null, expired: false });
  useToasts.setState({ toasts: [] });
});

afterEach(() => wire.close());

const replaces = (token: string, more: Partial<Answer> = {}): Answer => ({
  body: { code: 0, msg: '', data: {} },
  headers: { authorization: token },
  ...more,
});

test('an aborted answer still replaces the token; otherwise the session ends with the old one', async () => {
  storeToken('T1');
  wire.answer(() => replaces('T2'));
  const stop = new AbortController();
  // Abort while the body is read: the headers have already arrived.
  const given = Response.prototype.text;
  Response.prototype.text = function (this: Response) {
    stop.abort();
    return given.call(this);
  };
  try {
    await expect(call(getKeyIv, {}, { signal: stop.signal })).rejects.toThrow('cancelled');
  } finally {
    Response.prototype.text = given;
  }
  expect(session().token).toBe('T2');
  expect(replaced).toBe(1);
});

test('a refusal and the words of a proxy replace it too', async () => {
  storeToken('T1');
  wire.answer(() => replaces('T2', { body: { code: 1009, msg: 'M', data: null } }));
  await expect(call(getKeyIv, {})).rejects.toThrow('M');
  wire.answer(() => replaces('T3', { body: 'not an envelope' }));
  await expect(call(getKeyIv, {})).rejects.toThrow();
  expect(session().token).toBe('T3');
});

test('a late answer replaces neither a newer token nor the none of who has signed out', async () => {
  storeToken('T1');
  wire.answer(() => replaces('T2', { afterMs: 100 }));
  const late = call(getKeyIv, {});
  await new Promise((resolve) => setTimeout(resolve, 30));
  storeToken('T3');
  await late;
  expect(session().token).toBe('T3');
  const later = call(getKeyIv, {});
  await new Promise((resolve) => setTimeout(resolve, 30));
  useSession.setState({ token: null });
  await later;
  expect(session().token).toBeNull();
  expect(replaced).toBe(0);
});

const send = () => call(modelThumbAdd, { id: 1, v: 1, thumb: 'x' }, { silent: true });

test('a silent call opens no box and says nothing, whatever comes of it', async () => {
  storeToken('T1');
  for (const code of [5, 404, 403, 444, 1]) {
    wire.answer(() => ({ body: { code, msg: 'M', data: null } }));
    await expect(send()).rejects.toMatchObject({ code, told: true });
  }
  wire.answer(() => ({ hangUp: true }));
  await expect(send()).rejects.toMatchObject({ told: true });
  wire.answer(() => ({ status: 502, body: 'not an envelope' }));
  await expect(send()).rejects.toMatchObject({ told: true });
  expect(session().expired).toBe(false);
  expect(useToasts.getState().toasts).toEqual([]);
});
