import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDocks } from './use-docks.ts';

const windowIs = (isNarrow: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener: vi.fn(), removeEventListener: vi.fn() }));

beforeEach(() => windowIs(false));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

const docks = (asked: 'right' | null = null) => renderHook(() => useDocks(asked)).result;

test('the properties are closed at first, open with the first selection, and nothing of it is stored', () => {
  const shown = docks();
  expect(shown.current.open).toEqual({ left: true, right: false });
  act(() => shown.current.reveal('right'));
  expect(shown.current.open).toEqual({ left: true, right: true });
  expect(docks().current.open).toEqual({ left: true, right: false });
});

test('a stored choice of the reader wins over the selection, for each side alone', () => {
  const shown = docks();
  act(() => shown.current.reveal('right'));
  act(() => shown.current.turn('right'));
  act(() => shown.current.reveal('right'));
  expect(shown.current.open.right).toBe(false);
  const later = docks();
  act(() => later.current.reveal('right'));
  expect(later.current.open).toEqual({ left: true, right: false });
  act(() => later.current.turn('right'));
  expect(docks().current.open).toEqual({ left: true, right: true });
});

test('closing the tree stores no choice about the properties', () => {
  const shown = docks();
  act(() => shown.current.turn('left'));
  const later = docks();
  expect(later.current.open).toEqual({ left: false, right: false });
  act(() => later.current.reveal('right'));
  expect(later.current.open.right).toBe(true);
});

test('in a narrow window a selection opens no dock over the picture', () => {
  windowIs(true);
  const shown = docks();
  act(() => shown.current.reveal('right'));
  expect(shown.current.open).toEqual({ left: false, right: false });
});

test('a dock that the address asks for opens against an earlier choice, until the reader closes it', () => {
  const before = docks();
  act(() => before.current.turn('right'));
  act(() => before.current.turn('right'));
  expect(docks().current.open.right).toBe(false);
  const asked = docks('right');
  expect(asked.current.open.right).toBe(true);
  act(() => asked.current.turn('right'));
  expect(asked.current.open.right).toBe(false);
  windowIs(true);
  expect(docks('right').current.open.right).toBe(false);
});
