const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export interface Compared {
  /** Medians in milliseconds. */
  readonly one: number;
  readonly other: number;
  /** Median of the differences within the pairs. Other load affects both runs of a pair and cancels out. */
  readonly apart: number;
  /** A fifth of the usual time. */
  readonly fifth: number;
}

/** Times two variants in pairs; each variant is first equally often. */
export async function comparePairs(
  pairs: number,
  one: (pair: number) => Promise<unknown>,
  other: (pair: number) => Promise<unknown>,
): Promise<Compared> {
  const times: { one: number[]; other: number[] } = { one: [], other: [] };
  const timed = async (work: (pair: number) => Promise<unknown>, pair: number): Promise<number> => {
    const since = performance.now();
    await work(pair);
    return performance.now() - since;
  };
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = pair % 2 === 0;
    const a = await timed(first ? one : other, pair);
    const b = await timed(first ? other : one, pair);
    times.one.push(first ? a : b);
    times.other.push(first ? b : a);
  }
  const medians = { one: median(times.one), other: median(times.other) };
  return {
    ...medians,
    apart: Math.abs(median(times.one.map((ms, pair) => ms - (times.other[pair] ?? Number.NaN)))),
    fifth: 0.2 * Math.min(medians.one, medians.other),
  };
}

export const sayCompared = (what: string, { one, other, apart, fifth }: Compared): void =>
  console.log(
    `${what}: ${one.toFixed(1)} and ${other.toFixed(1)} ms, ${apart.toFixed(2)} ms apart, a fifth is ${fifth.toFixed(1)} ms`,
  );
