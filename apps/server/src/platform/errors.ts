import type { TextKey } from '@prdm/locales';
import { CODES, type Code } from '@prdm/contract/codes';

/** Details of a refusal besides its text: the field of a form, figures for the message. Never secrets or data of other users. */
export interface ErrorDetails {
  field?: string;
  params?: Record<string, string | number>;
  [fact: string]: unknown;
}

/** Limit for the characters of a name that a refusal repeats. */
const REPEATED_MAX = 100;

function shortened(name: string): string {
  const characters = Array.from(name.slice(0, (REPEATED_MAX + 1) * 2));
  return characters.length <= REPEATED_MAX ? name : `${characters.slice(0, REPEATED_MAX - 1).join('')}…`;
}

/** `field`, here and in the message, may come from the caller and have any length. Other texts are the product's own. */
function clipped(details: ErrorDetails): ErrorDetails {
  const { field, params } = details;
  return {
    ...details,
    ...(field === undefined ? {} : { field: shortened(field) }),
    ...(typeof params?.field === 'string' ? { params: { ...params, field: shortened(params.field) } } : {}),
  };
}

/**
 * A refusal. `code` is the code on the wire, `key` the translation key of the message, `details` go into `data`. The field is limited to
 * 100 characters, because a caller can send any name. The cause is for the log only.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: Code;
  readonly key: TextKey;
  readonly details: ErrorDetails;
  /** An HTTP status other than 200, only where the transport matters (architecture.md): 400 404 405 413 415 429 503 507. */
  readonly status: number;
  constructor(
    code: Code,
    key: TextKey,
    details: ErrorDetails = {},
    options: { status?: number; cause?: unknown } = {},
  ) {
    super(`${code} ${key}`, { cause: options.cause });
    this.code = code;
    this.key = key;
    this.details = clipped(details);
    this.status = options.status ?? 200;
  }
}

const refusal = (code: Code, key: TextKey) => (details?: ErrorDetails) => new AppError(code, key, details);

/** Constructors of refusals. The key of the message is that of the code, unless a case has a better text. */
export const fail = {
  sessionEnded: refusal(CODES.sessionEnded, 'codes.5'),
  archived: refusal(CODES.archived, 'codes.443'),
  notInProject: refusal(CODES.notInProject, 'codes.444'),
  linkExpired: refusal(CODES.linkExpired, 'codes.410'),
  /** 1005 inside a page, 403 when the record is the page itself. */
  denied: (page = false, details?: ErrorDetails) =>
    page ? new AppError(CODES.pageDenied, 'codes.403', details) : new AppError(CODES.denied, 'codes.1005', details),
  /** 1006 inside a page, 404 when the record is the page itself. */
  notFound: (page = false, details?: ErrorDetails) =>
    page ? new AppError(CODES.pageNotFound, 'codes.404', details) : new AppError(CODES.notFound, 'codes.1006', details),
  invalid: (field: string, key: TextKey, params?: Record<string, string | number>) =>
    new AppError(CODES.invalid, key, { field, params }),
  wrongState: (key: TextKey = 'codes.1008', details?: ErrorDetails) => new AppError(CODES.wrongState, key, details),
  conflict: refusal(CODES.conflict, 'codes.1009'),
  duplicateName: (field: string) => new AppError(CODES.duplicateName, 'codes.1018', { field }),
  inUse: refusal(CODES.inUse, 'codes.1019'),
  /** The free space of the disk is below its reserve. */
  diskFull: (cause?: unknown) => new AppError(CODES.uploadFailed, 'http.507', {}, { status: 507, cause }),
  tooManyTries: (seconds: number) =>
    new AppError(CODES.tooManyTries, 'codes.1007', { retry_after: seconds }, { status: 200 }),
  of: (code: Code, key: TextKey, details?: ErrorDetails) => new AppError(code, key, details),
};
