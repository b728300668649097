import { CODES, type Code } from '@prdm/contract/codes';
import { AppError } from '../errors.ts';

/**
 * HTTP status of refusals on calls without an envelope (uploads, downloads): their clients read the status, not the body. Never 409 or 423:
 * upload clients retry after these.
 */
const STATUS: ReadonlyMap<Code, number> = new Map([
  [CODES.sessionEnded, 401],
  [CODES.pageDenied, 403],
  [CODES.denied, 403],
  [CODES.archived, 403],
  [CODES.notInProject, 404],
  [CODES.pageNotFound, 404],
  [CODES.notFound, 404],
  [CODES.linkExpired, 410],
  [CODES.invalid, 400],
  [CODES.uploadLimit, 413],
  [CODES.tooManyTries, 429],
]);
const REFUSED = 422;

export const transportStatus = (error: AppError): number =>
  error.status === 200 ? (STATUS.get(error.code) ?? REFUSED) : error.status;

/** First part of an error handler: returns the refusal with its HTTP status. Other errors are returned unchanged. */
export const withTransportStatus = (error: unknown): unknown =>
  error instanceof AppError && error.status === 200
    ? new AppError(error.code, error.key, error.details, { status: transportStatus(error), cause: error.cause })
    : error;
