import { CODES, type Code } from '@prdm/contract/codes';

/** What a refusal may tell besides its text: the field of a form, figures for the message. Never a secret, never another's data. */
export interface ErrorDetails {
  field?: string;
  params?: Record<string, string | number>;
  [fact: string]: unknown;
}

/**
 * A refusal with a name. `code` is the wire's, `key` the translation key of the message, `details` go into `data`.
 * The cause is for the log only.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: Code;
  readonly key: string;
  readonly details: ErrorDetails;
  /** Only where the transport matters (architecture.md): 400 404 405 413 415 429 503 507. */
  readonly status: number;
  constructor(code: Code, key: string, details: ErrorDetails = {}, options: { status?: number; cause?: unknown } = {}) {
    super(`${code} ${key}`, { cause: options.cause });
    this.code = code;
    this.key = key;
    this.details = details;
    this.status = options.status ?? 200;
  }
}

const refusal = (code: Code, key: string) => (details?: ErrorDetails) => new AppError(code, key, details);

/** Raise errors by these names; the key of the message is the code's own unless a case says it better. */
export const fail = {
  sessionEnded: refusal(CODES.sessionEnded, 'codes.5'),
  archived: refusal(CODES.archived, 'codes.443'),
  notInProject: refusal(CODES.notInProject, 'codes.444'),
  linkExpired: refusal(CODES.linkExpired, 'codes.410'),
  /** 1005 inside a page, 403 where the record is the page. */
  denied: (page = false, details?: ErrorDetails) =>
    page ? new AppError(CODES.pageDenied, 'codes.403', details) : new AppError(CODES.denied, 'codes.1005', details),
  /** 1006 inside a page, 404 where the record is the page. */
  notFound: (page = false, details?: ErrorDetails) =>
    page ? new AppError(CODES.pageNotFound, 'codes.404', details) : new AppError(CODES.notFound, 'codes.1006', details),
  invalid: (field: string, key: string, params?: Record<string, string | number>) =>
    new AppError(CODES.invalid, key, { field, params }),
  wrongState: (key = 'codes.1008', details?: ErrorDetails) => new AppError(CODES.wrongState, key, details),
  conflict: refusal(CODES.conflict, 'codes.1009'),
  duplicateName: (field: string) => new AppError(CODES.duplicateName, 'codes.1018', { field }),
  inUse: refusal(CODES.inUse, 'codes.1019'),
  tooManyTries: (seconds: number) =>
    new AppError(CODES.tooManyTries, 'codes.1007', { retry_after: seconds }, { status: 200 }),
  of: (code: Code, key: string, details?: ErrorDetails) => new AppError(code, key, details),
};
