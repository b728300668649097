import type { ProcessAction, ProcessState, RejectTo } from '@prdm/contract/processes/kinds';
import type { ReturnTo } from '@prdm/contract/processes/review';
import type { AssignmentStatus, SignMode, StageStatus } from '@prdm/contract/status';
import type { StageOptions } from './process.types.ts';
import type { DB } from '../../platform/db-types.ts';

export type ProcessTables = Pick<
  DB,
  | 'process_template'
  | 'process_template_stage'
  | 'process'
  | 'process_cc'
  | 'process_stage'
  | 'process_assignment'
  | 'process_history'
  | 'process_round'
  | 'process_delegation'
>;

export interface ProcessRow {
  id: number;
  subject_kind: string;
  subject_id: number;
  subject_name: string;
  subject_number: string;
  pc_path: string;
  project_id: number | null;
  about_project_id: number | null;
  starter_id: number;
  template_id: number | null;
  status: ProcessState;
  round: number;
  position: number;
  started_at: Date;
  finished_at: Date | null;
  paused_at: Date | null;
  pause_reason: string;
  reminded_at: Date | null;
  version: number;
  /** Stages that executors added in this round. */
  added_stages: number;
  stage_count: number;
}

export interface StageRow {
  id: number;
  /** The first row of this stage in the round. Reopened stages keep it. */
  origin_id: number;
  process_id: number;
  position: number;
  name: string;
  status: StageStatus;
  sign_mode: SignMode;
  days: number | null;
  allow_transfer: boolean;
  reject_to: RejectTo;
  cc_ids: number[];
  separate: boolean;
  straight: boolean;
  added_by: number | null;
  /** `origin_id` of the stage whose executor added this one. */
  added_to: number | null;
  added_reason: string;
  opened_at: Date | null;
  due_at: Date | null;
  /** Ordered by creation. */
  assignments: readonly AssignmentRow[];
}

export interface AssignmentRow {
  id: number;
  user_id: number;
  /** Order within an in-turn stage. */
  turn: number;
  status: AssignmentStatus;
  transfer_to: number | null;
  decided_at: Date | null;
  /** The deputy who decided it. Null: its executor. */
  decided_by: number | null;
  comment: string;
  /** It is undecided, and its executor has a delegation in force. */
  delegated: boolean;
}

export interface NewStage {
  position: number;
  name: string;
  signMode: SignMode;
  days: number | null;
  allowTransfer: boolean;
  rejectTo: RejectTo;
  options?: Partial<StageOptions>;
  /** Set for a stage that reopens. */
  originId?: number;
  addedBy?: number | null;
  addedTo?: number | null;
  addedReason?: string;
  /** In their order, which counts for in-turn stages. */
  userIds: readonly number[];
}

export interface NewHistory {
  process_id: number;
  round: number;
  position: number | null;
  stage_name: string;
  seat_id: number | null;
  user_id: number | null;
  target_id: number | null;
  /** The executor for whom a deputy acted. */
  for_id: number | null;
  action: ProcessAction;
  reject_to: ReturnTo | null;
  to_position: number | null;
  to_stage: string;
  comment: string;
  at: Date;
}
