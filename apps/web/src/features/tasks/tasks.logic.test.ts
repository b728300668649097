import { describe, expect, it } from 'vitest';
import { actionsOf, hoursShare } from './tasks.logic.ts';

const can = (action: string, allowed: boolean) =>
  ({ action, allowed, why: allowed ? null : 'tasks.why.only_starter' }) as Parameters<typeof actionsOf>[0][number];

describe('the actions of a task', () => {
  it('show allowed likely ones as buttons and keep refused rare ones, with their reason, in the menu', () => {
    const { buttons, menu } = actionsOf([
      can('del', false),
      can('submit', true),
      can('start', false),
      can('transfer', true),
    ]);
    expect(buttons.map(({ action }) => action)).toEqual(['submit']);
    expect(menu.map(({ action, allowed }) => [action, allowed])).toEqual([
      ['transfer', true],
      ['del', false],
    ]);
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
