import { describe, expect, it } from 'vitest';
import { yearInShanghai } from '@prdm/contract/kit/shanghai';
import { numberOf } from './pattern.ts';

describe('a number of a pattern', () => {
  it.each([
    ['{year}-{serial:3}', 7, { year: 2026 }, '2026-007'],
    ['{year}-{serial:3}', 1234, { year: 2026 }, '2026-1234'],
    ['{item}-{serial:3}', 44, { item: '2026-001' }, '2026-001-044'],
    ['{kind}{year}{serial:4}', 12, { kind: 'HT', year: 2026 }, 'HT20260012'],
    ['{serial}', 9, {}, '9'],
    ['{item}-{serial:3}', 1, { item: '{serial:9}$&$1' }, '{serial:9}$&$1-001'],
  ])('%s with serial %i', (pattern, serial, values, number) => {
    expect(numberOf(pattern, serial, values as Record<string, string>)).toBe(number);
  });

  it('throws for a placeholder without a value', () => {
    expect(() => numberOf('{kind}-{serial}', 1)).toThrow('no value for {kind}');
  });

  it('has the year of Shanghai', () => {
    expect(yearInShanghai(new Date('2026-12-31T15:59:59Z'))).toBe(2026);
    expect(yearInShanghai(new Date('2026-12-31T16:00:00Z'))).toBe(2027);
  });
});
