import { matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browserFiles, NODE_TESTS, unitFiles, WEB_TESTS } from './files.ts';
import { partOf } from './partition.ts';
import { STAGES, stagesOf } from './stages.ts';

const parts = (files: readonly string[], count: number): string[][] =>
  Array.from({ length: count }, (_, index) => partOf(files, { index: index + 1, count }));

describe.each([
  ['unit and API', unitFiles()],
  ['browser', browserFiles()],
])('the shards of the %s tests', (_name, files) => {
  test.each([1, 2, 3, 5, 100])('of %i hold every file once', (count) => {
    expect(files.length).toBeGreaterThan(10);
    expect(parts(files, count).flat().toSorted()).toEqual(files.toSorted());
  });

  test('do not depend on the order of the files', () => {
    const backwards = parts(files.toReversed(), 3).map((part) => part.toSorted());
    expect(backwards).toEqual(parts(files, 3).map((part) => part.toSorted()));
  });
});

test('a file belongs to one list: no runner takes it twice', () => {
  const files = [...unitFiles(), ...browserFiles()];
  expect(new Set(files).size).toBe(files.length);
  const own = files.filter(
    (file) => [...NODE_TESTS, ...WEB_TESTS].filter((glob) => matchesGlob(file, glob)).length > 1,
  );
  expect(own).toEqual([]);
});

describe('the stages without files', () => {
  const shards = [1, 2, 3].map((index) =>
    stagesOf({ only: null, changed: null, shard: { index, count: 3 } }).map(({ name }) => name),
  );
  const whole = stagesOf({ only: null, changed: null, shard: null }).map(({ name }) => name);

  test('run in the first shard; only what prepares others runs in all', () => {
    expect(shards[0]).toEqual(whole);
    expect(shards[1]).toEqual(['web client', 'unit and API tests', 'browser tests']);
    expect(shards[2]).toEqual(shards[1]);
  });

  test('are all but the long suite where nothing is chosen', () => {
    expect(whole).toEqual(STAGES.filter(({ group }) => group !== 'faults').map(({ name }) => name));
  });
});
