import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { isFullyAllotted, movedDeadline, progressOf, restMinutes, toHours, toMinutes } from './hours.ts';

const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`);

describe('hours', () => {
  it('convert to minutes and back in halves without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), (halves) => toHours(toMinutes(halves / 2)) === halves / 2),
    );
  });

  it.each([
    [600, 600, true],
    [600, 570, false],
    [600, 660, true],
    [0, 0, true],
    [null, 9999, false],
  ])('%s with %s allotted: fully allotted is %s', (required, allotted, full) => {
    expect(isFullyAllotted(required, allotted)).toBe(full);
  });

  it.each([
    [600, 570, 30],
    [600, 660, 0],
    [null, 570, null],
  ])('%s with %s allotted leave %s', (required, allotted, rest) => {
    expect(restMinutes(required, allotted)).toBe(rest);
  });

  it.each([
    [{ finished: true, required: null, used: 0 }, 100],
    [{ finished: false, required: 600, used: 600 }, 99],
    [{ finished: false, required: 600, used: 1200 }, 99],
    [{ finished: false, required: 600, used: 210 }, 35],
    [{ finished: false, required: 0, used: 60 }, 0],
    [{ finished: false, required: null, used: 60 }, 0],
  ])('%j is %i percent', (task, percent) => {
    expect(progressOf(task)).toBe(percent);
  });
});

describe('working days', () => {
  // The calendar has tests of its own. Here every day counts one.
  const calendar = {
    workdaysBetween: (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 86_400_000),
    addWorkdays: (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000),
  };
  it('extend the deadline of a paused task by the pause, and set none on a task without one', () => {
    const [deadline, from, to] = [at('2026-11-25 18:00:00'), at('2026-11-20 10:00:00'), at('2026-11-24 10:00:00')];
    expect(movedDeadline(calendar, deadline, from, to)).toEqual(at('2026-11-29 18:00:00'));
    expect(movedDeadline(calendar, null, at('2026-11-20 10:00:00'), at('2026-11-24 10:00:00'))).toBeNull();
  });
});
