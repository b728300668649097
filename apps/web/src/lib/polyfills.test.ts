import { afterAll, beforeAll, expect, test } from 'vitest';

const native = {
  toSorted: Object.getOwnPropertyDescriptor(Array.prototype, 'toSorted'),
  toReversed: Object.getOwnPropertyDescriptor(Array.prototype, 'toReversed'),
  isWellFormed: Object.getOwnPropertyDescriptor(String.prototype, 'isWellFormed'),
};

const restore = (target: object, name: string, descriptor: PropertyDescriptor | undefined): void => {
  if (descriptor) Object.defineProperty(target, name, descriptor);
};

beforeAll(async () => {
  Reflect.deleteProperty(Array.prototype, 'toSorted');
  Reflect.deleteProperty(Array.prototype, 'toReversed');
  Reflect.deleteProperty(String.prototype, 'isWellFormed');
  await import('./polyfills.ts');
});

afterAll(() => {
  restore(Array.prototype, 'toSorted', native.toSorted);
  restore(Array.prototype, 'toReversed', native.toReversed);
  restore(String.prototype, 'isWellFormed', native.isWellFormed);
});

test('sorting and reversing give a copy', () => {
  const list = [3, 1, 2];
  expect(list.toSorted()).toEqual([1, 2, 3]);
  expect(list.toSorted((a, b) => b - a)).toEqual([3, 2, 1]);
  expect(list.toReversed()).toEqual([2, 1, 3]);
  expect(list).toEqual([3, 1, 2]);
});

test('isWellFormed finds half of a surrogate pair', () => {
  expect(['a', '图纸', '😀', ''].map((text) => text.isWellFormed())).toEqual([true, true, true, true]);
  expect(['\uD83D', 'a\uDE00b'].map((text) => text.isWellFormed())).toEqual([false, false]);
});
