/**
 * Money. The database holds whole fen. The wire holds yuan as a text with two decimals, so no program reads an amount
 * as a floating-point number.
 */
export const YUAN = /^-?\d{1,12}\.\d{2}$/;

/** Fen of a text that matches YUAN. Exact: twelve digits before the point stay below 2^53. */
export const fenOf = (yuan: string): number => {
  const digits = Number(yuan.replace(/[-.]/g, ''));
  return yuan.startsWith('-') && digits !== 0 ? -digits : digits;
};

export const yuanOf = (fen: number): string => {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** The quotient of two whole numbers, rounded to a whole number; halves go away from zero. `n = 5, d = -2` gives -3. */
export function roundedQuotient(n: number | bigint, d: number | bigint): number {
  const [above, below] = BigInt(d) < 0n ? [-BigInt(n), -BigInt(d)] : [BigInt(n), BigInt(d)];
  const size = above < 0n ? -above : above;
  const rounded = (2n * size + below) / (2n * below);
  return Number(above < 0n ? -rounded : rounded);
}

/**
 * An amount in whole fen, split by whole weights. Each part gets its floor, then the largest remainders get one fen
 * each; equal remainders by their order. The parts sum to the amount. A negative amount gives the negated parts of its
 * size. Throws without a positive weight.
 */
export function splitFen(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total <= 0n || weights.some((weight) => weight < 0)) throw new RangeError('the weights must sum to more than 0');
  if (amount < 0) return splitFen(-amount, weights).map((part) => (part === 0 ? 0 : -part));
  const shares = weights.map((weight, at) => {
    const share = BigInt(amount) * BigInt(weight);
    return { at, floor: share / total, rest: share % total };
  });
  const left = Number(BigInt(amount) - shares.reduce((sum, { floor }) => sum + floor, 0n));
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1));
  const more = new Set(byRest.slice(0, left).map(({ at }) => at));
  return shares.map(({ at, floor }) => Number(floor) + (more.has(at) ? 1 : 0));
}
