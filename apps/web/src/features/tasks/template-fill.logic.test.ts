import { expect, test } from 'vitest';
import type { TemplateInfo } from '@prdm/contract/processes';
import { filledBy } from './template-fill.logic.ts';

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

test('a template gives its stages without former colleagues, and adds its copies once', () => {
  const kept = { cc_ids: [], separate: false, straight: true };
  expect(filledBy(template, [8, 9])).toEqual({
    stages: [
      { ...stage, ...kept, name: '校对', executor_ids: [3] },
      { ...stage, ...kept, name: '审定', executor_ids: [] },
    ],
    cc_ids: [8, 9, 7],
  });
});
