import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { ProcessView } from '@prdm/contract/processes/review';
import { loadAllTexts, startI18n, translate } from '../../../lib/i18n.ts';
import { processSample, stageSample } from '../../../testing/review-samples.ts';
import { StageLine, stagesOf } from '../parts/stage-line.tsx';
import { leftBy } from './unused-seat.ts';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

type Stage = ProcessView['stages'][number];
type SeatStatus = Stage['seats'][number]['status'];

/** A review with one stage. The reader has its first assignment, a colleague the second one. */
function processWith(
  status: ProcessView['status'],
  stage: Pick<Stage, 'status'> & { passed?: number },
  own: SeatStatus,
  beside: SeatStatus,
): ProcessView {
  const sample = stageSample(1);
  const [seat] = sample.seats;
  if (seat === undefined) throw new Error('no seat');
  const seats = [
    { ...seat, status: own, user: { id: 1, name: '陈伟' } },
    { ...seat, id: 2, status: beside, user: { id: 2, name: '孙校对' } },
  ];
  return processSample(1, '首层平面图', { status, label: status, stages: [{ ...sample, ...stage, seats }] });
}

test.each([
  ['another passed', processWith('review_complete', { status: 'review_complete', passed: 1 }, 'closed', 'passed')],
  ['another returned it', processWith('review_rejected', { status: 'review_rejected' }, 'closed', 'not_passed')],
])('a seat is handled by another after %s', (_name, process) => {
  render(<StageLine stages={stagesOf(process)} />);
  screen.getByText(translate('processes.assignment.closed'));
  expect(screen.queryByText(translate('processes.assignment.unsigned'))).toBeNull();
  expect(leftBy(process, 1)).toBe('colleague');
});

test('a withdrawn round is marked as withdrawn, and its seats are not signed', () => {
  const process = processWith('review_rejected', { status: 'review_rejected' }, 'closed', 'closed');
  render(<StageLine stages={stagesOf(process)} />);
  screen.getByText(translate('processes.starter.withdrawn'));
  expect(screen.getAllByText(translate('processes.assignment.unsigned'))).toHaveLength(2);
  expect(screen.queryByText(translate('status.review_rejected'))).toBeNull();
  expect(screen.queryByText('✕')).toBeNull();
});

test.each([
  ['withdrawn', processWith('review_rejected', { status: 'review_rejected' }, 'closed', 'closed')],
  ['paused', processWith('paused', { status: 'under_review' }, 'open', 'open')],
  ['transferred', processWith('under_review', { status: 'under_review' }, 'transferred', 'open')],
  ['transferred', processWith('under_review', { status: 'under_review' }, 'transfer_awaiting', 'open')],
  ['other', processWith('review_complete', { status: 'review_complete', passed: 0 }, 'closed', 'closed')],
  ['other', processWith('under_review', { status: 'not_reviewed' }, 'waiting', 'waiting')],
] as const)('words left behind name the reason: %s', (reason, process) => {
  expect(leftBy(process, 1)).toBe(reason);
});

test('words of an earlier round name no reason', () => {
  expect(leftBy(processWith('under_review', { status: 'under_review' }, 'open', 'open'), 99)).toBe('other');
});
