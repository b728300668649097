import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { comparesMoney, comparisonsIn, givenMoney, MASK, money, moneyIn } from '../src/kit/money.ts';
import { fenOf, roundedQuotient, splitFen, YUAN, yuanOf } from '../src/kit/yuan.ts';

const fen = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 });

describe('amounts', () => {
  it('are the same after the wire', () => {
    fc.assert(
      fc.property(fen, (amount) => {
        expect(yuanOf(amount)).toMatch(YUAN);
        expect(fenOf(yuanOf(amount))).toBe(amount);
      }),
    );
  });

  it('round halves away from zero', () => {
    expect([5, -5, 4, 6, 7, -7, 0].map((n) => roundedQuotient(n, 2))).toEqual([3, -3, 2, 3, 4, -4, 0]);
    expect(roundedQuotient(5, -2)).toBe(-3);
    // Tax of 1,000,000.00 at 6 % (decisions-business.md B4).
    expect(yuanOf(roundedQuotient(100_000_000n * 600n, 10_600))).toBe('56603.77');
    fc.assert(
      fc.property(fen, fc.integer({ min: 1, max: 10_000 }), (n, d) => {
        const off = BigInt(roundedQuotient(n, d)) * BigInt(d) - BigInt(n);
        const size = off < 0n ? -off : off;
        expect(2n * size <= BigInt(d)).toBe(true);
        // A half lies away from zero.
        if (2n * size === BigInt(d)) expect(off > 0n).toBe(n > 0);
      }),
    );
  });

  it('split without a lost fen, each part within one fen of its share', () => {
    expect(splitFen(4_292_904 * 6, [60, 12, 10, 8, 5, 5]).reduce((a, b) => a + b)).toBe(4_292_904 * 6);
    // The worked example of decisions-business.md B4.
    expect(splitFen(12_265_440, [35, 25, 12, 13, 15]).map(yuanOf)).toEqual([
      '42929.04',
      '30663.60',
      '14718.53',
      '15945.07',
      '18398.16',
    ]);
    expect(splitFen(2_575_743, [3334, 3333, 3333]).map(yuanOf)).toEqual(['8587.53', '8584.95', '8584.95']);
    expect(splitFen(-5, [1, 1])).toEqual([-3, -2]);
    expect(splitFen(1, [1, 1])).toEqual([1, 0]);
    expect(() => splitFen(1, [])).toThrow('more than 0');
    expect(() => splitFen(1, [2, -1])).toThrow('more than 0');
    const weights = fc
      .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 })
      .filter((all) => all.some((weight) => weight > 0));
    fc.assert(
      fc.property(fen, weights, (amount, all) => {
        const parts = splitFen(amount, all);
        const total = all.reduce((sum, weight) => sum + BigInt(weight), 0n);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        for (const [at, part] of parts.entries()) {
          const off = BigInt(part) * total - BigInt(amount) * BigInt(all[at] ?? 0);
          expect(off < total && off > -total).toBe(true);
        }
      }),
    );
  });
});

describe('the contract of an amount', () => {
  const answer = z.object({
    total: z.number(),
    list: z.array(z.object({ name: z.string(), amount: money('contract'), tax: money('invoice').nullable() })),
    sums: z.record(z.string(), money('cost')).optional(),
    either: z.union([z.object({ paid: money('contract') }), z.null()]),
  });

  it('finds every amount of an answer', () => {
    expect(moneyIn(answer).map(({ path, mark }) => [path.join('.'), mark.module])).toEqual([
      ['list.*.amount', 'contract'],
      ['list.*.tax', 'invoice'],
      ['sums.*', 'cost'],
      ['either.paid', 'contract'],
    ]);
    expect(() => moneyIn(z.object({ a: z.lazy(() => money('cost')) }))).toThrow('a: ');
    expect(() => moneyIn(z.object({ a: z.map(z.string(), money('cost')) }))).toThrow('a: ');
  });

  it('shows yuan or the mask, and a request carries no mask', () => {
    const field = money('contract') as unknown as z.ZodType<string, unknown>;
    for (const text of ['0.00', '-12.50', MASK]) expect(field.safeParse(text).success).toBe(true);
    for (const text of ['12', '12.5', '1e3', '', '****', 12]) expect(field.safeParse(text).success).toBe(false);
    expect(givenMoney().safeParse(MASK).success).toBe(false);
    expect(givenMoney().safeParse('12.50').success).toBe(true);
  });

  it('finds the fields that compare amounts', () => {
    const input = z.strictObject({
      sort: comparesMoney(z.enum(['name', 'amount']).optional(), 'contract', ['amount']),
      from: comparesMoney(givenMoney().optional(), 'contract'),
      name: z.string(),
    });
    expect(comparisonsIn(input)).toEqual([
      { path: ['sort'], mark: { module: 'contract', values: ['amount'] } },
      { path: ['from'], mark: { module: 'contract' } },
    ]);
  });
});
