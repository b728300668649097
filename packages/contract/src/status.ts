/**
 * States of all records with a life cycle. locales/<lang>/status.json holds the labels, the web client's status map
 * the colours.
 */
export const TASK_STATUS = [
  'not_started',
  'unprocessed',
  'in_progress',
  'rejected',
  'transfer_awaiting',
  'awaiting_confirmation',
  'finished',
  'paused',
  'long_term',
] as const;
export type TaskStatus = (typeof TASK_STATUS)[number];

export const REVIEW_STATUS = ['not_reviewed', 'under_review', 'review_complete', 'review_rejected'] as const;
export type ReviewStatus = (typeof REVIEW_STATUS)[number];

/** The 14 labels of a task or process (specification section 4). `overdue` is computed, never stored. */
export const STATUS_LABELS = [
  'unprocessed',
  'in_progress',
  'finished',
  'paused',
  'overdue',
  'rejected',
  'awaiting_confirmation',
  'not_started',
  'transfer_awaiting',
  'long_term',
  'under_review',
  'not_reviewed',
  'review_complete',
  'review_rejected',
] as const;
export type StatusLabel = (typeof STATUS_LABELS)[number];

export const PROJECT_STATUS = ['ongoing', 'archived'] as const;
export type ProjectStatus = (typeof PROJECT_STATUS)[number];

export const NON_PROJECT_STATUS = ['open', 'closed'] as const;
export type NonProjectStatus = (typeof NON_PROJECT_STATUS)[number];

export const STAFF_STATUS = ['active', 'disabled', 'former'] as const;
export type StaffStatus = (typeof STAFF_STATUS)[number];

export const USER_TYPE = ['person', 'enterprise', 'partner'] as const;
export type UserType = (typeof USER_TYPE)[number];

export const MODEL_STATUS = ['parsing', 'parsed', 'failed'] as const;
export type ModelStatus = (typeof MODEL_STATUS)[number];

export const UPLOAD_STATUS = ['success', 'error', 'uploading', 'paused', 'exceedSize', 'cancel', 'waiting'] as const;
export type UploadStatus = (typeof UPLOAD_STATUS)[number];

export const NOTICE_TYPES = ['over_task', 'next_task', 'output', 'review', 'cc', 'transfer', 'system'] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

export const PROCESS_STATUS = ['under_review', 'paused', 'review_complete', 'review_rejected'] as const;
export type ProcessStatus = (typeof PROCESS_STATUS)[number];

export const STAGE_STATUS = ['not_reviewed', 'under_review', 'review_complete', 'review_rejected'] as const;
export type StageStatus = (typeof STAGE_STATUS)[number];

export const ASSIGNMENT_STATUS = [
  'waiting',
  'open',
  'passed',
  'not_passed',
  'transfer_awaiting',
  'transferred',
  'closed',
] as const;
export type AssignmentStatus = (typeof ASSIGNMENT_STATUS)[number];

export const SIGN_MODES = ['any', 'all', 'in_turn'] as const;
export type SignMode = (typeof SIGN_MODES)[number];

/** Ways of notice of a task. */
export const NOTIFY_WAYS = ['in_app', 'email'] as const;
export type NotifyWay = (typeof NOTIFY_WAYS)[number];

export const PRIORITIES = ['normal', 'important', 'urgent'] as const;

export const FOLDER_RIGHTS = ['view', 'download', 'create', 'edit', 'delete', 'authorize'] as const;
export type FolderRight = (typeof FOLDER_RIGHTS)[number];
