import { expect, test } from 'vitest';
import type { RunStage, TemplateInfo, TestRun } from '@prdm/contract/processes/templates';
import { emptyStages, filledBy } from './template-fill.logic.ts';

const stage = { sign_mode: 'all', days: 2, allow_transfer: false, reject_to: 'previous' } as const;
const plain = { role: null, by_profession: false, conditions: [], cc: [], separate: false, straight: true };
const template: TemplateInfo = {
  id: 1,
  name: '四级校审',
  kind: 'task',
  enabled: true,
  is_default: false,
  sort: 0,
  conditions: [],
  cc: [
    { id: 7, name: '甲' },
    { id: 8, name: '乙' },
  ],
  stages: [
    {
      ...stage,
      ...plain,
      name: '校对',
      executor_rule: 'users',
      executors: [
        { id: 3, name: '丙', active: true },
        { id: 4, name: '丁', active: false },
      ],
    },
    { ...stage, ...plain, name: '审定', executor_rule: 'chosen', executors: [] },
  ],
  created_at: '2026-11-20 09:00:00',
  updated_at: '2026-11-20 09:00:00',
  version: 1,
};

const run: TestRun = {
  ok: false,
  cc_ids: [8, 7],
  stages: [
    {
      position: 1,
      name: '校对',
      people: [{ id: 3, name: '丙', reason: 'named' }],
      left: [],
      cc: [{ id: 6, name: '己' }],
      cc_left: [{ id: 5, name: '戊', why: 'outside' }],
      omitted: false,
      red: false,
    },
    { position: 2, name: '审定', people: [], left: [], cc: [], cc_left: [], omitted: false, red: true },
  ],
};

test('a template gives its stages with the people who were found, and adds its copies once', () => {
  const kept = { separate: false, straight: true };
  expect(filledBy(template, run, [8, 9])).toEqual({
    stages: [
      { ...stage, ...kept, name: '校对', cc_ids: [6], executor_ids: [3] },
      { ...stage, ...kept, name: '审定', cc_ids: [], executor_ids: [] },
    ],
    cc_ids: [8, 9, 7],
  });
  expect(emptyStages(run).map(({ name }) => name)).toEqual(['审定']);
});

test('a stage whose condition does not hold is left out', () => {
  const [first, second] = run.stages as [RunStage, RunStage];
  const filled = filledBy(template, { ...run, stages: [{ ...first, omitted: true }, second] }, []);
  expect(filled.stages.map(({ name }) => name)).toEqual(['审定']);
});
