import { CODES } from '@prdm/contract/codes';
import { isDatabaseFull, isOutage } from '../db.ts';
import { AppError, fail } from '../errors.ts';

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/**
 * The refusal for a failure of the machine: a full disk answers 507, a full or missing database 503. Any writer may throw the plain system
 * error. The database is checked first, because its messages quote those of the disk. Returns null for other errors.
 */
export function machineRefusal(error: unknown): AppError | null {
  if (isDatabaseFull(error)) return new AppError(CODES.failed, 'http.databaseFull', {}, { status: 503, cause: error });
  if (isOutage(error)) return new AppError(CODES.failed, 'http.503', {}, { status: 503, cause: error });
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' ? fail.diskFull(error) : null;
}
