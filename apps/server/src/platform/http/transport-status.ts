import { CODES, type Code } from '@prdm/contract/codes';
import { AppError } from '../errors.ts';

/**
 * Business refusals on calls whose bytes are not an envelope (uploads, downloads): programs there read the HTTP status, not
 * the body. Never 409 or 423: upload clients take these for "try again".
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
]);
const REFUSED = 422;

export const transportStatus = (error: AppError): number =>
  error.status === 200 ? (STATUS.get(error.code) ?? REFUSED) : error.status;

/** An error handler's first step: the same refusal under its true HTTP status; anything else is passed on as it is. */
export const withTransportStatus = (error: unknown): unknown =>
  error instanceof AppError && error.status === 200
    ? new AppError(error.code, error.key, error.details, { status: transportStatus(error), cause: error.cause })
    : error;
