import { describe, expect, test } from 'vitest';
import type { FolderRight } from '@prdm/contract/status';
import type { PermissionRow } from '../../files.queries.ts';
import { changesIn, isStale, keyOf, onLatest, ticked } from './permission-rules.ts';

const ALL: FolderRight[] = ['view', 'download', 'create', 'edit', 'delete', 'authorize'];
const row = (rights: FolderRight[], inherited: FolderRight[] = []): PermissionRow => ({
  to_kind: 'person',
  to_id: 1,
  name: '李娜',
  rights,
  set_here: rights.filter((right) => !inherited.includes(right)),
  inherited: inherited.length === 0 ? [] : [{ folder_id: 9, folder: '上', rights: inherited }],
});

describe('ticks in a row that another user changes meanwhile', () => {
  test('change only what was ticked, based on the row that was shown', () => {
    const ticks = ticked(row(['view', 'download']), undefined, ['view', 'download', 'edit']);
    const [newest, draft] = [row(['view']), new Map([['person:1', ticks ?? { seen: [], rights: [] }]])];
    expect(changesIn([newest], draft)).toMatchObject([{ gains: ['edit'], loses: [], seen: ['view', 'download'] }]);
    expect(keyOf(newest)).toBe('person:1');
    expect(isStale(newest, { seen: ['view', 'download'], rights: [] })).toBe(true);
    expect(isStale(newest, { seen: ['view'], rights: [] })).toBe(false);
  });

  test('are removed when the row is as it was shown again', () => {
    const first = ticked(row(['view']), undefined, ['view', 'edit']);
    expect(ticked(row(['view', 'delete']), first ?? undefined, ['view'])).toBeNull();
  });

  test.each<[string, FolderRight[], FolderRight[], PermissionRow, FolderRight[] | null]>([
    [
      'a right that was taken away stays away',
      ['view', 'download'],
      ALL.slice(0, 4),
      row(['view']),
      ['view', 'create', 'edit'],
    ],
    [
      'a right that was given stays given',
      ['view'],
      ['view', 'edit'],
      row(['view', 'delete']),
      ['view', 'edit', 'delete'],
    ],
    ['what I took away is taken away', ['view', 'edit'], ['view'], row(['view', 'edit', 'delete']), ['view', 'delete']],
    ['the same tick of both is no change', ['view'], ['view', 'edit'], row(['view', 'edit']), null],
    ['what comes from above now is not taken away', ['view', 'edit'], ['view'], row(['view', 'edit'], ['edit']), null],
    ['view comes with what I gave', ['view'], ['view', 'edit'], row([]), ['view', 'edit']],
    ['without view the others go', ['view', 'edit'], [], row(['view', 'edit', 'delete']), []],
  ])('on the newest: %s', (_title, seen, rights, newest, wanted) => {
    const next = onLatest(newest, { seen, rights }, ALL);
    expect(next).toEqual(wanted && { seen: newest.rights, rights: wanted });
  });

  test('on the newest row: a right that the caller no longer holds stays unchanged', () => {
    const next = onLatest(row(['view']), { seen: ['view'], rights: ['view', 'edit', 'delete'] }, ['view', 'edit']);
    expect(next?.rights).toEqual(['view', 'edit']);
  });
});
