import { CODES } from '@prdm/contract/codes';
import { fail } from '../../../platform/errors.ts';
import { has } from '../asker.ts';

/** The rights that let a user read a file's content. */
const READING = ['view', 'download'] as const;

/**
 * A move, a copy or a restoration must not let its caller read more than before. It throws 1005 with the right that
 * is missing at the source. `mask` is the caller's rights on the record at its source, and on the target folder.
 * For a folder its own mask is enough, also with grants below it. Rights only add downwards. Before, each record
 * inside has at least the folder's rights. Afterwards it gains at most the rights of the target.
 */
export function assertNoGain(record: { name: string; mask: number }, target: { name: string; mask: number }): void {
  const gained = READING.find((right) => has(target.mask, right) && !has(record.mask, right));
  if (gained === undefined) return;
  const params = { name: record.name, folder: target.name };
  throw fail.of(CODES.denied, `files.gains.${gained}`, { right: gained, params });
}
