import { describe, expect, it } from 'vitest';
import { rangeOf } from './range.ts';

describe('Range', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-200', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-200', { start: 0, end: 99 }],
  ])('%s of 100 bytes', (header, expected) => {
    expect(rangeOf(header, 100)).toEqual(expected);
  });

  it.each(['bytes=100-', 'bytes=500-600', 'bytes=-0'])('%s is beyond the end', (header) => {
    expect(rangeOf(header, 100)).toBe('unsatisfiable');
  });

  it.each([undefined, '', 'bytes=-', 'bytes=5-2', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b'])(
    '%s returns the whole',
    (header) => {
      expect(rangeOf(header, 100)).toBeNull();
    },
  );

  it('an empty file has no range', () => {
    expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable');
    expect(rangeOf('bytes=-5', 0)).toBe('unsatisfiable');
  });
});
