import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { ProcessView } from '@prdm/contract/review';
import { loadAllTexts, startI18n, translate } from '../../../lib/i18n.ts';
import { StageLine, stagesOf } from './stage-line.tsx';

beforeAll(async () => {
  await startI18n();
  await loadAllTexts();
});
afterEach(cleanup);

const seat = (id: number, name: string, stranded: boolean) => ({
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
  seats: [seat(1, '离岗人', true), seat(2, '周审核', false)],
};

test('who is gone and has no successor bears a mark that says why, nobody else does', () => {
  render(<StageLine stages={stagesOf({ stages: [stage] } as unknown as ProcessView)} />);
  const lineOf = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);
  const mark = lineOf('离岗人').getByText(translate('processes.seat.stranded'));
  expect(mark.closest('[title]')?.getAttribute('title')).toBe(translate('processes.seat.strandedWhy'));
  expect(lineOf('周审核').queryByText(translate('processes.seat.stranded'))).toBeNull();
});
