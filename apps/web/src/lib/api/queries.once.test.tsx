import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { start } from '@prdm/contract/tasks';
import { openWire, type Wire } from '../../testing/wire.ts';
import { startI18n } from '../i18n.ts';
import { useApiMutation } from './queries.ts';

let wire: Wire;

beforeAll(() => startI18n());
beforeEach(async () => {
  wire = await openWire();
  wire.answer(() => ({ body: { code: 0, msg: '', data: {} }, afterMs: 50 }));
});
afterEach(async () => {
  cleanup();
  await wire.close();
});

function show() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  return renderHook(() => useApiMutation(start, { inForm: true }), { wrapper }).result;
}

test('a second click before the button is drawn locked sends nothing; afterwards the same can be done again', async () => {
  const result = show();
  const wish = { id: 7, version: 1 };
  await act(async () => {
    result.current.mutate(wish);
    const [one, other] = [result.current.mutateAsync(wish), result.current.mutateAsync(wish)];
    expect(await one).toBe(await other);
  });
  expect(wire.seen).toHaveLength(1);
  await waitFor(() => expect(result.current.isPending).toBe(false));
  await act(() => result.current.mutateAsync(wish));
  expect(wire.seen).toHaveLength(2);
});

test('two different changes at once are both sent', async () => {
  const result = show();
  await act(() =>
    Promise.all([result.current.mutateAsync({ id: 7, version: 1 }), result.current.mutateAsync({ id: 8, version: 1 })]),
  );
  expect(wire.seen).toHaveLength(2);
});
