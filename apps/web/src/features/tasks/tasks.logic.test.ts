import { describe, expect, it } from 'vitest';
import { taskLabel } from '@prdm/contract/tasks/label';
import { REVIEW_STATUS, TASK_STATUS } from '@prdm/contract/status';
import { actionsOf, hoursShare, labelsOf, TASK_LABELS, UNFINISHED } from './tasks.logic.ts';

const can = (action: string, allowed: boolean) =>
  ({ action, allowed, why: allowed ? null : 'tasks.why.only_starter' }) as Parameters<typeof actionsOf>[0][number];

describe('the actions of a task', () => {
  it('show allowed likely ones as buttons and keep refused rare ones, with their reason, in the menu', () => {
    const { buttons, menu } = actionsOf(
      [can('del', false), can('submit', true), can('start', false), can('transfer', true)],
      false,
    );
    expect(buttons.map(({ action }) => action)).toEqual(['submit']);
    expect(menu.map(({ action, allowed }) => [action, allowed])).toEqual([
      ['transfer', true],
      ['del', false],
    ]);
  });

  it('offer to mark as long-term or to undo it, never both', () => {
    const both = [can('longTerm', false), can('unmarkLongTerm', true)];
    const names = (isLongTerm: boolean) => actionsOf(both, isLongTerm).menu.map(({ action }) => action);
    expect(names(false)).toEqual(['longTerm']);
    expect(names(true)).toEqual(['unmarkLongTerm']);
  });
});

describe('hours', () => {
  it.each([
    [{ used_hours: 4, required_hours: 16 }, 0.25],
    [{ used_hours: 20, required_hours: 16 }, 1],
    [{ used_hours: 4, required_hours: null }, null],
    [{ used_hours: 0, required_hours: 0 }, null],
  ])('%o', (task, share) => {
    expect(hoursShare(task)).toBe(share);
  });
});

describe('the filter of labels', () => {
  it('offers every label that a task can have, and no other', () => {
    const now = new Date('2026-03-01T00:00:00Z');
    const labels = TASK_STATUS.flatMap((status) =>
      REVIEW_STATUS.flatMap((review_status) =>
        [new Date(0), null].map((deadline) => taskLabel({ status, review_status, deadline, is_long_term: false }, now)),
      ),
    );
    expect(new Set(labels)).toEqual(new Set(TASK_LABELS));
  });

  it('knows one label, all unfinished ones, and nothing of other words', () => {
    expect(labelsOf('paused')).toEqual(['paused']);
    expect(labelsOf(UNFINISHED)).not.toContain('finished');
    expect(labelsOf(UNFINISHED)).toHaveLength(TASK_LABELS.length - 1);
    expect(labelsOf('nonsense')).toEqual([]);
    expect(labelsOf(undefined)).toEqual([]);
  });
});
