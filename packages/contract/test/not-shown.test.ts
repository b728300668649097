import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { summaryOf } from '../src/kit/summaries.ts';

const root = new URL('../../../', import.meta.url);
const table = (path: string): string[][] =>
  readFileSync(new URL(path, root), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** The items of the specification that leave something open. */
const open = table('docs/specification/items.tsv')
  .filter((cells) => cells.join(' ').includes('not shown'))
  .map(([item]) => item);
/** Item, place of the decision, decision. A place "-" is an area that is not built yet. */
const decided = table('docs/specification/not-shown.tsv');

const isCall = (place: `/apis/${string}`): boolean =>
  (['GET', 'POST'] as const).some((method) => summaryOf({ method, path: place }) !== null);

const startsAsCall = (place: string): place is `/apis/${string}` => place.startsWith('/apis/');

describe('what the specification calls "not shown"', () => {
  it('[BU-003] [API-062] has one recorded decision for each item, and no others', () => {
    expect(open.length).toBeGreaterThan(40);
    expect(decided.map(([item]) => item).toSorted()).toEqual(open.toSorted());
    for (const [item, , decision] of decided) expect(decision, item).toMatch(/^\S.{20,}\.$/);
  });

  it('names a place that exists: a page of this repository or a call of the contract', () => {
    const lost = decided.filter(
      ([, place = '']) => place !== '-' && !(startsAsCall(place) ? isCall(place) : existsSync(new URL(place, root))),
    );
    expect(lost).toEqual([]);
  });
});
