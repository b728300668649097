import type { ProcessView, ReviewRow } from '@prdm/contract/processes/review';
import { reviewRow } from './samples.ts';
import { ME } from './whole-app.ts';

/* Complete sample answers about reviews. A test overrides the one field it is about. */

const AT = '2026-03-02 10:00:00';
const DESIGNER = { id: 8, name: '陈设计' };

export const NOTHING_TO_DO: ProcessView['can'] = {
  decide_seat_id: null,
  for_user: null,
  delegated: null,
  returns: [],
  add_sign: false,
  answer_seat_id: null,
  take_back_seat_id: null,
  withdraw: false,
  remind: false,
};

/** The only stage of a review, which the signed-in person decides with the assignment `seat`. */
export const stageSample = (seat: number, name = '校对'): ProcessView['stages'][number] => ({
  id: seat,
  position: 1,
  name,
  status: 'under_review',
  sign_mode: 'any',
  days: null,
  due_at: null,
  overdue: false,
  allow_transfer: true,
  reject_to: 'starter',
  added_by: null,
  added_reason: '',
  passed: 0,
  needed: 1,
  stranded: false,
  seats: [
    {
      id: seat,
      user: { id: ME.id, name: ME.username },
      status: 'open',
      transfer_to: null,
      stranded: false,
      deputy: null,
      decided_by: null,
      comment: '',
      decided_at: null,
    },
  ],
});

/** A task review that waits for the signed-in person. Process, task and assignment have the same id. */
export const processSample = (id: number, name: string, special: Partial<ProcessView> = {}): ProcessView => ({
  process_id: id,
  kind: 'task',
  source_id: id,
  number: `2026-001-${String(id).padStart(3, '0')}`,
  name,
  detail: '',
  pc_path: `/file/task/index?id=${id}`,
  project_id: 3,
  about_project_id: null,
  project_name: '滨江门诊楼',
  starter: DESIGNER,
  status: 'under_review',
  label: 'under_review',
  round: 1,
  stage_count: 1,
  cc: [],
  started_at: AT,
  finished_at: null,
  pause_reason: '',
  changed: false,
  rounds: [],
  version: 1,
  stages: [stageSample(id)],
  history: [],
  can: { ...NOTHING_TO_DO, decide_seat_id: id },
  ...special,
});

/** The row of such a review in the list of reviews to do. */
export const waitingRow = (id: number, name: string, special: Partial<ReviewRow> = {}): ReviewRow => {
  const row = reviewRow({ process_id: id, name, starter: DESIGNER });
  return { ...row, stage: { ...row.stage, name: '校对' }, ...special };
};
