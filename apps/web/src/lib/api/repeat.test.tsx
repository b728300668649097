import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { index, start } from '@prdm/contract/tasks';
import { openWire, type Answer, type Wire } from '../../testing/wire.ts';
import { startI18n } from '../i18n.ts';
import { useSession } from '../session/session.ts';
import { useToasts } from '../toasts.ts';
import { call } from './call.ts';
import { useApiMutation } from './queries.ts';

let wire: Wire;
beforeAll(() => startI18n());
beforeEach(async () => {
  wire = await openWire();
  useSession.setState({ token: 'T1', me: null, expired: false });
  useToasts.setState({ toasts: [] });
});
afterEach(async () => {
  cleanup();
  await wire.close();
});

const DONE: Answer = { body: { code: 0, msg: '', data: {} } };
const AWAY: Answer = { status: 503, body: { code: 2, msg: '服务暂时不可用', data: null } };
const LOST: Answer = { hangUp: true };
const PROXY: Answer = { status: 502, body: 'bad gateway' };

/** Gives these answers in turn; the last one stays. */
function answers(...given: Answer[]): void {
  let at = 0;
  wire.answer(() => given[Math.min(at++, given.length - 1)] as Answer);
}
const keys = (): unknown[] => wire.seen.map(({ headers }) => headers['idempotency-key']);
const toasts = (): string[] => useToasts.getState().toasts.map(({ text }) => text);

function show() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useApiMutation(start, { inForm: true }), { wrapper });
}
const WISH = { id: 7, version: 1 };

test.each([
  ['a cut connection', LOST],
  ['503', AWAY],
  ['an answer of a proxy', PROXY],
])('after %s the change is sent again with the same key, and nothing shows', async (_what, failure) => {
  answers(failure, DONE);
  const { result } = show();
  await act(() => result.current.mutateAsync(WISH));
  const [first, second, ...more] = keys();
  expect([second, more]).toEqual([first, []]);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(wire.seen[1]?.body).toBe(wire.seen[0]?.body);
  expect(toasts()).toEqual([]);
});

test('after two repeats the failure shows once; a second save has the same key, a changed one and a later one do not', async () => {
  answers(LOST);
  const { result } = show();
  await act(() => result.current.mutateAsync(WISH).catch(() => undefined));
  expect(wire.seen).toHaveLength(3);
  expect(toasts()).toHaveLength(1);
  answers(DONE);
  await act(() => result.current.mutateAsync({ ...WISH, version: 2 }));
  answers(LOST);
  await act(() => result.current.mutateAsync(WISH).catch(() => undefined));
  answers(DONE);
  await act(() => result.current.mutateAsync(WISH));
  await act(() => result.current.mutateAsync(WISH));
  const [first] = keys();
  const seen = keys();
  expect(seen.slice(0, 3)).toEqual([first, first, first]);
  // The success of the changed input ended the first key.
  const [changed, again, afterSuccess] = [seen[3], seen[4], seen[8]];
  expect(seen.slice(4, 8)).toEqual([again, again, again, again]);
  expect(new Set([first, changed, again, afterSuccess]).size).toBe(4);
}, 15_000);

test('a refusal is not sent again', async () => {
  answers({ body: { code: 1008, msg: '状态已变化', data: null } });
  const { result } = show();
  await act(() => result.current.mutateAsync(WISH).catch(() => undefined));
  expect(wire.seen).toHaveLength(1);
});

test('nothing is sent again after the form was left, and after a sign-out', async () => {
  answers(AWAY);
  const left = show();
  const failed = left.result.current.mutateAsync(WISH).catch((error: Error) => error.message);
  left.unmount();
  expect(await failed).toBe('服务暂时不可用');
  const { result } = show();
  await act(async () => {
    const out = result.current.mutateAsync(WISH).catch(() => undefined);
    await vi.waitFor(() => expect(wire.seen).toHaveLength(2));
    useSession.setState({ token: null });
    await out;
  });
  expect(wire.seen).toHaveLength(2);
});

test('a read has no key and is not sent again', async () => {
  answers(LOST);
  await call(index, {}).catch(() => undefined);
  expect([wire.seen.length, keys()]).toEqual([1, [undefined]]);
});
