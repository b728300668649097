import { describe, expect, it } from 'vitest';
import { add, edit } from '@prdm/contract/tasks';
import { encodeForm } from '../../lib/session/encode.ts';
import { addedTask, editedTask, valuesOf, type TaskValues } from './task-form.logic.ts';
import type { TaskInfo } from './tasks.queries.ts';

const person = (id: number) => ({ id, name: `人${id}`, thumb: '' });
const task = {
  id: 7,
  project_id: 3,
  version: 4,
  title: '三层平面图',
  description: '',
  stage: { id: 1, name: '施工图设计' },
  profession: { id: 2, name: '建筑' },
  executors: [person(8), person(9)],
  cc: [],
  deadline: '2026-12-01 09:30:00',
  priority: 'normal',
  required_hours: 12,
  needs_confirmation: true,
  stages: [
    {
      position: 1,
      name: '校对',
      sign_mode: 'any',
      days: null,
      executors: [person(10)],
      allow_transfer: true,
      reject_to: 'starter',
      cc: [],
      separate: false,
      straight: false,
    },
  ],
} as unknown as TaskInfo;

/** The values of a form after the user touched some fields. */
const values = (touched: object = {}): TaskValues => ({ ...valuesOf(task), ...touched });
const sent = (touched?: object) => [...encodeForm(editedTask(task, values(touched), 4))];
const SEEN = [
  ['project_id', '3'],
  ['id', '7'],
  ['version', '4'],
];

describe('an edited task sends what was changed', () => {
  it('and nothing else: a deadline keeps its time of day, stages their template', () => {
    expect(sent()).toEqual(SEEN);
    expect(sent({ title: '四层平面图' })).toEqual([...SEEN, ['title', '四层平面图']]);
    expect(sent({ deadline: '2026-12-01' })).toEqual(SEEN);
    expect(sent({ deadline: '2026-12-02' })).toEqual([...SEEN, ['deadline', '2026-12-02 18:00:00']]);
  });

  it('says what was cleared', () => {
    const cleared = { profession_id: null, deadline: null, required_hours: '', executor_ids: [] };
    expect(sent(cleared)).toEqual([
      ...SEEN,
      ['profession_id', ''],
      ['executor_ids', '[]'],
      ['deadline', ''],
      ['required_hours', ''],
    ]);
    expect(edit.input.parse(Object.fromEntries(sent(cleared)))).toMatchObject({
      profession_id: null,
      deadline: null,
      required_hours: null,
      executor_ids: [],
    });
  });

  it('takes a number that was typed for the number, and an emptied field for an empty one', () => {
    const [stage] = valuesOf(task).stages;
    expect(sent({ required_hours: '12', description: '', stages: [{ ...stage, days: '' }] })).toEqual(SEEN);
    expect(sent({ stages: [{ ...stage, days: '3' }] })).toContainEqual(['stages[0][days]', '3']);
    expect(sent({ stages: [{ ...stage, executor_ids: [10, 11] }] }).length).toBeGreaterThan(SEEN.length);
  });
});

it('a new task is sent whole, what is empty left out', () => {
  const form = encodeForm(addedTask({ ...values(), profession_id: null, deadline: null }, { project_id: 3 }));
  expect([form.has('profession_id'), form.has('deadline'), form.get('project_id')]).toEqual([false, false, '3']);
  const due = addedTask(values({ deadline: '2026-12-02' }), { project_id: 3 });
  expect(add.input.parse(due)).toMatchObject({ profession_id: 2, deadline: new Date('2026-12-02T18:00:00+08:00') });
});
