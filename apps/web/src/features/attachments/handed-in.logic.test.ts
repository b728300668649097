import { expect, test } from 'vitest';
import type { AttachmentRow } from '@prdm/contract/kit/attachments';
import { handedInRounds, tickedAtFirst } from './handed-in.logic.ts';

const row = (id: number, round: number, name: string, sha256: string): AttachmentRow => ({
  id,
  round,
  name,
  ext: 'dwg',
  type: 'unknown',
  size: 1,
  sha256,
  added_by: { id: 1, name: '李工', thumb: '' },
  added_at: '2026-03-02 09:00:00',
  source: null,
  can_remove: false,
});

test('a second round marks new, changed and unchanged files, and names those left out', () => {
  const rounds = handedInRounds([
    row(1, 0, '附件.txt', 'x'),
    row(2, 1, '平面.dwg', 'a'),
    row(3, 1, '立面.dwg', 'b'),
    row(4, 1, '旧图.dwg', 'c'),
    row(5, 2, '平面.DWG', 'a'),
    row(6, 2, '立面.dwg', 'b2'),
    row(7, 2, '剖面.dwg', 'd'),
  ]);
  expect(rounds.map(({ round }) => round)).toEqual([2, 1]);
  expect(rounds[0]?.files.map(({ row: { id }, mark }) => [id, mark])).toEqual([
    [5, 'same'],
    [6, 'changed'],
    [7, 'new'],
  ]);
  expect(rounds[0]?.missing).toEqual(['旧图.dwg']);
  expect(rounds[1]?.files.map(({ mark }) => mark)).toEqual([null, null, null]);
});

test('attachments of the record itself are no round', () => {
  expect(handedInRounds([row(1, 0, '附件.txt', 'x')])).toEqual([]);
});

test('of several attachments with one name the newest is ticked at first', () => {
  const rows = [row(1, 0, '平面.dwg', 'a'), row(2, 0, '立面.dwg', 'b'), row(3, 0, '平面.DWG', 'c')];
  expect([...tickedAtFirst(rows)].toSorted()).toEqual([2, 3]);
});
