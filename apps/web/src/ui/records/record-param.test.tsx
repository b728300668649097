import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate, useSearchParams } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useRecordParam } from './record-drawer.tsx';

afterEach(cleanup);

function show(entries: string[]) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={entries}>{children}</MemoryRouter>
  );
  const useAll = () => {
    const { pathname, search } = useLocation();
    const [, setQuery] = useSearchParams();
    return { at: pathname + search, go: useNavigate(), setQuery, record: useRecordParam('id') };
  };
  const { result } = renderHook(useAll, { wrapper });
  const does = (action: (now: ReturnType<typeof useAll>) => unknown) => act(() => void action(result.current));
  return { result, does };
}

test('closing a record adds no history entry: one step back leads to the page before the list', () => {
  const { result, does } = show(['/home', '/list?word=a']);
  does(({ record }) => record.open(5));
  does(({ record }) => record.open(6));
  expect(result.current.at).toBe('/list?word=a&id=6');
  does(({ record }) => record.close());
  expect(result.current.at).toBe('/list?word=a');
  does(({ go }) => go(-1));
  expect(result.current.at).toBe('/home');
});

test('closing a record keeps filters that changed while it was open', () => {
  const { result, does } = show(['/home', '/list']);
  does(({ record }) => record.open(5));
  does(({ setQuery }) => setQuery('word=b&id=5', { replace: true }));
  does(({ record }) => record.close());
  expect(result.current.at).toBe('/list?word=b');
});

test('closing a record that was opened by its address replaces the history entry', () => {
  const { result, does } = show(['/home', '/list?id=5']);
  does(({ record }) => record.close());
  expect(result.current.at).toBe('/list');
  does(({ go }) => go(-1));
  expect(result.current.at).toBe('/home');
});
