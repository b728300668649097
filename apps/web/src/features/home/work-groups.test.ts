import { expect, test } from 'vitest';
import { groupOf, groupsOf, lastDayOfWeek } from './work-groups.ts';

test.each([
  ['in the morning', '2026-11-16T01:00:00Z', '2026-11-22'],
  ['when it is the next day in Shanghai already', '2026-11-16T17:00:00Z', '2026-11-23'],
])('a week asked for %s ends six days after', (_name, now, last) => {
  expect(lastDayOfWeek(new Date(now))).toBe(last);
});

const WORKING = { status: 'in_progress', review_status: 'not_reviewed' } as const;

test.each([
  [
    'returned by a reviewer',
    { deadline: '2026-11-01 18:00:00', overdue: true, review_status: 'review_rejected' },
    'returned',
  ],
  ['returned by the executor', { deadline: null, overdue: false, status: 'rejected' }, 'returned'],
  ['late', { deadline: '2026-11-01 18:00:00', overdue: true }, 'overdue'],
  ['due on the last day', { deadline: '2026-11-22 18:00:00', overdue: false }, 'week'],
  ['due the day after', { deadline: '2026-11-23 18:00:00', overdue: false }, 'later'],
  ['without a day', { deadline: null, overdue: false }, 'later'],
] as const)('what is %s', (_name, task, group) => {
  expect(groupOf({ ...WORKING, ...task }, '2026-11-22')).toBe(group);
});

test('groups keep the order of the list, empty ones fall away', () => {
  const tasks = [
    { ...WORKING, id: 1, deadline: '2026-11-01 18:00:00', overdue: true },
    { ...WORKING, id: 2, deadline: '2026-12-01 18:00:00', overdue: false },
    { ...WORKING, id: 3, deadline: null, overdue: false },
  ];
  const groups = groupsOf(tasks, new Date('2026-11-18T01:00:00Z'));
  expect(groups.map(({ group, tasks: list }) => [group, list.map(({ id }) => id)])).toEqual([
    ['overdue', [1]],
    ['later', [2, 3]],
  ]);
});
