import { expect, it } from 'vitest';
import { z } from 'zod';
import { registry } from '@prdm/contract';
import { endpoint, ref } from '@prdm/contract/kit';
import { done, text, version } from '@prdm/contract/kit/fields';
import { gaps, loneChanges, nounsOf } from './nouns.ts';

const made = z.object({ id: z.number() });
const post = (path: `/apis/${string}`, input: z.ZodType, output: z.ZodType = done) =>
  endpoint({ method: 'POST', path, access: 'signed-in', input, output });
const named = z.strictObject({ name: text() });
const versioned = z.strictObject({ id: ref('position'), version: version(), name: text() });

const LABELS = [post('/apis/label/add', named, made), post('/apis/label/edit', versioned)];
const REASON = 'a reason with the place of its proof';

it('a noun with add and edit that is neither described nor excepted is a gap', () => {
  const open = ['label: neither described nor excepted'];
  expect(gaps(LABELS, [], {})).toEqual(open);
  expect(gaps(LABELS, ['label'], {})).toEqual([]);
  expect(gaps(LABELS, [], { label: REASON })).toEqual([]);
});

it('a description or exception without a noun, with both, or without a reason is a gap', () => {
  expect(gaps(LABELS, ['label', 'stamp'], {})).toEqual(['stamp: not in the registry']);
  expect(gaps(LABELS, ['label'], { stamp: REASON })).toEqual(['stamp: not in the registry']);
  expect(gaps(LABELS, ['label'], { label: REASON })).toEqual(['label: described and excepted']);
  expect(gaps(LABELS, [], { label: ' ' })).toEqual(['label: excepted without a reason']);
});

it('finds a creating call by its name or by a new id in its answer', () => {
  const byName = [post('/apis/box/thingAdd', named), post('/apis/box/thingRename', versioned)];
  const byShape = [post('/apis/box/register', named, made), post('/apis/box/change', versioned)];
  const besideIts = [post('/apis/box/remark', named, made), post('/apis/box/remarkDel', versioned)];
  expect(nounsOf(byName)).toEqual([
    { noun: 'box/thing', creates: ['/apis/box/thingAdd'], changes: ['/apis/box/thingRename'] },
  ]);
  expect(nounsOf(byShape)).toEqual([{ noun: 'box', creates: ['/apis/box/register'], changes: ['/apis/box/change'] }]);
  expect(nounsOf(besideIts).map(({ noun }) => noun)).toEqual(['box/remark']);
  expect(nounsOf([...byShape, ...byName]).map(({ noun }) => noun)).toEqual(['box', 'box/thing']);
});

it('a versioned call without a creating call is a gap of its own', () => {
  const lone = [post('/apis/chair/save', versioned)];
  expect(loneChanges([...LABELS, ...lone])).toEqual(['/apis/chair/save']);
  expect(gaps([...LABELS, ...lone], ['label'], {})).toEqual(['/apis/chair/save: neither described nor excepted']);
});

it('without descriptions each noun of the registry is a gap', () => {
  const all = nounsOf(registry).filter(({ changes }) => changes.length > 0);
  expect(all.length).toBeGreaterThan(7);
  expect(gaps(registry, [], {}).length).toBe(all.length + loneChanges(registry).length);
});
