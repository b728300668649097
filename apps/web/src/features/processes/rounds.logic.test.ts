import { expect, test } from 'vitest';
import type { ProcessView } from '@prdm/contract/processes/review';
import { earlierRounds, lastRefusal } from './rounds.logic.ts';

type Entry = ProcessView['history'][number];
let id = 0;
const entry = (round: number, action: Entry['action'], more: Partial<Entry> = {}): Entry => {
  id += 1;
  return {
    id,
    round,
    position: 1,
    stage_name: '校对',
    user: { id: 2, name: '李校对' },
    target: null,
    for_user: null,
    action,
    to: action === 'not_pass' ? 'starter' : null,
    to_position: null,
    to_stage: '',
    comment: '',
    at: '2026-11-20 09:00:00',
    at_ms: id,
    ...more,
  };
};
const ends = (round: number, history: Entry[]) => earlierRounds({ round, history }).map(({ end }) => end);

test.each<[string, Entry[], string]>([
  ['a refusal', [entry(1, 'start'), entry(1, 'not_pass')], 'not_pass'],
  ['a withdrawal', [entry(1, 'start'), entry(1, 'withdraw')], 'withdraw'],
  ['the last pass', [entry(1, 'start'), entry(1, 'pass'), entry(1, 'pass')], 'passed'],
  ['a pause that was not resumed', [entry(1, 'pass'), entry(1, 'pause')], 'pause'],
  ['a pass after a pause', [entry(1, 'pause'), entry(1, 'resume'), entry(1, 'pass')], 'passed'],
  [
    'a pass after a refusal to the stage before',
    [entry(1, 'pass'), entry(1, 'not_pass', { to: 'previous' }), entry(1, 'pass')],
    'passed',
  ],
])('a round ends by %s', (_name, history, end) => {
  expect(ends(2, history)).toEqual([end]);
});

test('the current round is no earlier round, and each earlier round lists its decisions', () => {
  const said = entry(1, 'pass', { comment: '齐全' });
  const rounds = earlierRounds({
    round: 2,
    history: [entry(1, 'start'), said, entry(1, 'not_pass'), entry(2, 'pass')],
  });
  expect(rounds).toHaveLength(1);
  expect(rounds[0]?.said.map(({ action }) => action)).toEqual(['pass', 'not_pass']);
  expect(ends(1, [entry(1, 'pass')])).toEqual([]);
});

test('the current round answers the latest refusal, even after a withdrawal', () => {
  const history = [
    entry(1, 'not_pass', { comment: '缺轴线' }),
    entry(2, 'not_pass', { comment: '缺标高' }),
    entry(3, 'withdraw'),
  ];
  expect(lastRefusal(earlierRounds({ round: 4, history }))?.comment).toBe('缺标高');
  expect(lastRefusal(earlierRounds({ round: 2, history: [entry(1, 'withdraw')] }))).toBeNull();
});
