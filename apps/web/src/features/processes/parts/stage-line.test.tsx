import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { ProcessView } from '@prdm/contract/processes/review';
import { loadAllTexts, startI18n, translate } from '../../../lib/i18n.ts';
import { StageLine, stagesOf } from './stage-line.tsx';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

const assignment = (id: number, name: string, stranded: boolean) => ({
  id,
  user: { id, name },
  status: 'open' as const,
  transfer_to: null,
  stranded,
  comment: '',
  decided_at: null,
});
const stage = {
  id: 1,
  position: 1,
  name: '审核',
  status: 'under_review' as const,
  sign_mode: 'all' as const,
  days: null,
  due_at: null,
  overdue: false,
  allow_transfer: true,
  reject_to: 'starter' as const,
  passed: 0,
  needed: 2,
  stranded: true,
  seats: [assignment(1, '离岗人', true), assignment(2, '周审核', false)],
};

test('only an inactive reviewer without a successor has a mark with the reason', () => {
  render(<StageLine stages={stagesOf({ stages: [stage] } as unknown as ProcessView)} />);
  const lineOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);
  const mark = lineOf('离岗人').getByText(translate('processes.assignment.unassignable'));
  expect(mark.closest('[title]')?.getAttribute('title')).toBe(translate('processes.assignment.unassignableWhy'));
  expect(lineOf('周审核').queryByText(translate('processes.assignment.unassignable'))).toBeNull();
});

const shownStage = () => within(screen.getByRole('listitem', { current: 'step' }));

test('a paused review shows no stage under review, asks no reviewer and counts no days', () => {
  const open = { ...stage, due_at: '2026-11-25 23:59:59' };
  const draw = (status: string) =>
    render(<StageLine stages={stagesOf({ status, stages: [open] } as unknown as ProcessView)} />);
  const { unmount } = draw('under_review');
  for (const key of ['status.under_review', 'processes.assignment.open', 'processes.line.due'] as const)
    expect(shownStage().getAllByText(translate(key)).length, key).toBeGreaterThan(0);
  unmount();
  draw('paused');
  expect(shownStage().getByText(translate('status.paused'))).toBeDefined();
  for (const key of ['status.under_review', 'processes.assignment.open', 'processes.line.due'] as const)
    expect(shownStage().queryByText(translate(key)), key).toBeNull();
});

test('a stage that is planned or still to come shows its days, one that runs its end', () => {
  const planned = { key: 1, name: '校对', status: null, sign_mode: 'any' as const, days: 3, people: [] };
  render(
    <StageLine
      stages={[
        planned,
        { ...planned, key: 2, status: 'not_reviewed', days: 4 },
        { ...planned, key: 3, status: 'under_review', days: 5 },
        { ...planned, key: 4, days: null },
      ]}
    />,
  );
  expect(screen.getByText(translate('processes.line.days', { n: 3 }))).toBeDefined();
  expect(screen.getByText(translate('processes.line.days', { n: 4 }))).toBeDefined();
  expect(screen.queryByText(translate('processes.line.days', { n: 5 }))).toBeNull();
  expect(screen.getAllByText(/天$/)).toHaveLength(2);
});
