import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { info, start } from '@prdm/contract/tasks';
import { openWire, type Wire } from '../../testing/wire.ts';
import { connectErrorPages, useErrorPage } from './error-page.ts';
import { startI18n } from '../i18n.ts';
import { session, stay, storeToken } from '../session/session.ts';
import { isGone, useApiQuery, useApiMutation } from './queries.ts';

let wire: Wire;
let code = 0;
const errorPage = vi.fn();

beforeAll(() => startI18n());
beforeEach(async () => {
  wire = await openWire();
  wire.answer(({ method }) => ({ body: { code: method === 'GET' ? code : 1006, msg: 'gone', data: { id: 7 } } }));
  connectErrorPages(errorPage);
  errorPage.mockClear();
  code = 0;
});
afterEach(async () => {
  cleanup();
  await wire.close();
});

function show(isOfPage = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/file/task/index?id=7']}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  return renderHook(
    () => {
      const task = useApiQuery(info, { id: 7 });
      useErrorPage(isOfPage ? task.error : null);
      return { task, start: useApiMutation(start, { inForm: true }) };
    },
    { wrapper },
  );
}
const page = { pathname: '/file/task/index', search: '?id=7' };

test('a change of a deleted record refetches the screen, and the record shows that it is deleted', async () => {
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
  await waitFor(() => expect(errorPage).toHaveBeenCalledWith(404, 'gone', page));
  first.unmount();
  code = 0;
  const { result } = show();
  await waitFor(() => expect(result.current.task.data).toBeDefined());
  code = 444;
  act(() => result.current.start.mutate({ id: 7, version: 1 }));
  await waitFor(() => expect(errorPage).toHaveBeenCalledWith(444, 'gone', page));
});

test.each([404, 403, 410, 444, 443])(
  "a refusal %i of a call that is not the page's own leads nowhere",
  async (refusal) => {
    code = refusal;
    const { result } = show(false);
    await waitFor(() => expect(result.current.task.error).toMatchObject({ code: refusal, told: false }));
    expect(errorPage).not.toHaveBeenCalled();
  },
);

test('a change that is refused for a closed project shows that in place, and the page refetches', async () => {
  const { result } = show();
  await waitFor(() => expect(result.current.task.data).toBeDefined());
  wire.answer(({ method }) => ({ body: { code: method === 'GET' ? code : 443, msg: 'closed', data: { id: 7 } } }));
  act(() => result.current.start.mutate({ id: 7, version: 1 }));
  await waitFor(() => expect(result.current.start.error).toMatchObject({ code: 443, told: false }));
  await waitFor(() => expect(wire.seen.filter(({ method }) => method === 'GET')).toHaveLength(2));
  expect(errorPage).not.toHaveBeenCalled();
  code = 443;
  act(() => result.current.start.mutate({ id: 7, version: 1 }));
  await waitFor(() => expect(errorPage).toHaveBeenCalledWith(443, 'closed', page));
});

test('[ST-033] after a choice to stay, refetches do not reopen the box, but user actions and another session do', async () => {
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
