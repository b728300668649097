import { PROCESS_STATUS } from '../status.ts';

/** Kinds of subjects of an approval. The engine treats all alike; lists and templates distinguish them. */
export const PROCESS_KINDS = ['task', 'vacate', 'output_value', 'invoice', 'carry_capital', 'contract'] as const;
export type ProcessKind = (typeof PROCESS_KINDS)[number];

/** Stored states of an approval. A cancelled one has lost its subject and never appears on the wire. */
export const PROCESS_STATES = [...PROCESS_STATUS, 'cancelled'] as const;
export type ProcessState = (typeof PROCESS_STATES)[number];

/** Where a stage may return a process to: the starter only, also the previous stage, or any earlier stage. */
export const REJECT_TO = ['starter', 'previous', 'any'] as const;
export type RejectTo = (typeof REJECT_TO)[number];

/**
 * The executors of a stage. `users`: a fixed list. `chosen`: people whom the starter chooses. The others find people
 * when the stages are resolved: holders of a project role, leaders of the starter, holders of an enterprise role, or
 * the department heads of both sides of a record.
 */
export const EXECUTOR_RULES = [
  'users',
  'chosen',
  'project_role',
  'direct_leader',
  'department_head',
  'leading_manager',
  'role',
  'both_sides',
] as const;
export type ExecutorRule = (typeof EXECUTOR_RULES)[number];

/** Rules that find the holders of a role. They need `role_id`; the others refuse it. */
export const ROLE_RULES: readonly ExecutorRule[] = ['project_role', 'role'];

/** The actions in the history of an approval. */
export const PROCESS_ACTIONS = [
  'start',
  'pass',
  'not_pass',
  'transfer',
  'transfer_confirm',
  'transfer_refuse',
  'transfer_withdraw',
  'move',
  'withdraw',
  'pause',
  'resume',
  'republish',
  'cancel',
  'remind',
  /** A stage was added during the review. */
  'add_sign',
  /** A stage passed without a decision: its people had passed earlier, or an earlier round had passed it. */
  'skip',
] as const;
export type ProcessAction = (typeof PROCESS_ACTIONS)[number];
