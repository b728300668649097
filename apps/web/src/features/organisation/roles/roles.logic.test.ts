import { expect, test } from 'vitest';
import { registry } from '@prdm/contract';
import { NODES, STORED_NODES } from '@prdm/contract/nodes';
import { COLUMN_OF, matrix } from './roles.logic.ts';

test('every node has one cell of the matrix', () => {
  const shown = matrix().flatMap(({ cells }) => Object.values(cells).flat());
  expect(shown.toSorted()).toEqual(STORED_NODES.toSorted());
});

test.each(NODES)('%s stands in the column View only if it changes nothing', (node) => {
  const changes = registry.filter(({ method, access }) => {
    const nodes: readonly string[] = typeof access === 'object' && 'anyOf' in access ? access.anyOf : [];
    // A call that several nodes open says nothing about one of them.
    return method === 'POST' && nodes.length === 1 && nodes[0] === node;
  });
  if (changes.length > 0) expect([changes[0]?.path, COLUMN_OF[node]]).not.toEqual([changes[0]?.path, 'view']);
});

test.each([
  ['Role-index', 'manage'],
  ['ProjectSetting-index', 'manage'],
  ['AttendancePunchCardSetting-list', 'manage'],
  ['File-admin', 'manage'],
  ['ActionLog-index', 'view'],
  ['Contract-index', 'view'],
  ['Project-add', 'add'],
  ['Task-edit', 'edit'],
  ['Period-close', 'more'],
] as const)('%s stands in the column %s', (node, column) => {
  expect(COLUMN_OF[node]).toBe(column);
});
