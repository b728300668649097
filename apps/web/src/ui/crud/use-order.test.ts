import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { idBefore, moved, useOrder, type Move } from './use-order.ts';

const list = (...ids: number[]) => ids.map((id) => ({ id }));
const ids = (entries: readonly { id: number }[]) => entries.map(({ id }) => id);

test.each([
  [{ id: 3, afterId: null }, [3, 1, 2, 4]],
  [{ id: 1, afterId: 4 }, [2, 3, 4, 1]],
  [{ id: 2, afterId: 3 }, [1, 3, 2, 4]],
  [{ id: 2, afterId: 1 }, [1, 2, 3, 4]],
  [{ id: 9, afterId: 1 }, [1, 2, 3, 4]],
  [{ id: 1, afterId: 9 }, [1, 2, 3, 4]],
] as const)('move %o', (move, result) => expect(ids(moved(list(1, 2, 3, 4), [move]))).toEqual(result));

test('a repeated move changes nothing more, so an answer that already holds it does not flicker', () => {
  const move = { id: 4, afterId: 1 };
  expect(ids(moved(moved(list(1, 2, 3, 4), [move]), [move]))).toEqual([1, 4, 2, 3]);
  expect(idBefore(list(5, 6), 6)).toBe(5);
  expect(idBefore(list(5, 6), 5)).toBeNull();
});

test('several steps are one move; a step back to the start sends nothing', async () => {
  const send = vi.fn((_move: Move, _before: number | null) => Promise.resolve());
  const { result } = renderHook(() => useOrder(ROWS, send));
  act(() => void result.current.step(1, 1));
  act(() => void result.current.step(1, 1));
  expect(ids(result.current.rows)).toEqual([2, 3, 1]);
  expect(result.current.step(1, 1)).toBeNull();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1), { timeout: 3000 });
  expect(send).toHaveBeenCalledWith({ id: 1, afterId: 3 }, null);
  await waitFor(() => expect(ids(result.current.rows)).toEqual([1, 2, 3]));
  act(() => void result.current.step(2, 1));
  act(() => void result.current.step(2, -1));
  // The next entry ends the move of the former one.
  act(() => result.current.moveTo(3, 0));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send).toHaveBeenLastCalledWith({ id: 3, afterId: null }, 2);
});

const ROWS = list(1, 2, 3);
