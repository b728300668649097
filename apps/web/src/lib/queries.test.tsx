import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { info, start } from '@prdm/contract/tasks';
import { openWire, type Wire } from '../testing/wire.ts';
import { connectCalls } from './call.ts';
import { startI18n } from './i18n.ts';
import { session, stay, storeToken } from './session.ts';
import { isGone, useAsk, useDo } from './queries.ts';

let wire: Wire;
let code = 0;
const errorPage = vi.fn();

beforeAll(() => startI18n());
beforeEach(async () => {
  wire = await openWire();
  wire.answer(({ method }) => ({ body: { code: method === 'GET' ? code : 1006, msg: 'gone', data: { id: 7 } } }));
  connectCalls({ showErrorPage: errorPage });
  errorPage.mockClear();
  code = 0;
});
afterEach(async () => {
  cleanup();
  await wire.close();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => ({ task: useAsk(info, { id: 7 }), start: useDo(start, { inForm: true }) }), { wrapper });
}

test('a change of a record that is gone asks anew what the screen shows, and the record says so in its place', async () => {
  const { result } = show();
  await waitFor(() => expect(result.current.task.data).toBeDefined());
  code = 404;
  act(() => result.current.start.mutate({ id: 7, version: 1 }));
  await waitFor(() => expect(isGone(result.current.task.error)).toBe(true));
  expect(isGone(result.current.start.error)).toBe(true);
  expect(errorPage).not.toHaveBeenCalled();
});

test('a record that is not there when its page opens, or that one may not see any more, leads to the error page', async () => {
  code = 404;
  const first = show();
  await waitFor(() => expect(errorPage).toHaveBeenCalledWith(404, 'gone'));
  first.unmount();
  code = 0;
  const { result } = show();
  await waitFor(() => expect(result.current.task.data).toBeDefined());
  code = 444;
  act(() => result.current.start.mutate({ id: 7, version: 1 }));
  await waitFor(() => expect(errorPage).toHaveBeenCalledWith(444, 'gone'));
});

test('[ST-033] who stays with the page is not asked again by what it asks anew, but by what is done and by another session', async () => {
  storeToken('T1');
  const { result } = show();
  await waitFor(() => expect(result.current.task.data).toBeDefined());
  wire.answer(() => ({ body: { code: 5, msg: 'gone', data: null } }));
  await act(() => result.current.task.refetch());
  expect(session().expired).toBe(true);
  stay();
  await act(() => result.current.task.refetch());
  expect(session().expired).toBe(false);
  act(() => result.current.start.mutate({ id: 7, version: 1 }));
  await waitFor(() => expect(session().expired).toBe(true));
  stay();
  storeToken('T2');
  await act(() => result.current.task.refetch());
  expect(session().expired).toBe(true);
  stay();
});
