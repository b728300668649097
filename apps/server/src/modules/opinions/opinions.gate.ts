import { fail, type AppError } from '../../platform/errors.ts';
import type { Gate } from '../processes/index.ts';
import type { OpinionParts } from './parts.ts';
import { opinionsRepo } from './opinions.repo.ts';
import { blocks } from './opinions.rules.ts';

/** Numbers that the refusal of a pass names. */
const NAMED_MAX = 5;

/** The refusal of a pass, with the first numbers. */
export function blockedBy(numbers: readonly number[]): AppError {
  const shown = numbers.slice(0, NAMED_MAX).map((no) => `#${no}`);
  const key = numbers.length > NAMED_MAX ? 'opinions.blockedByMore' : 'opinions.blockedBy';
  return fail.wrongState(key, { params: { numbers: shown.join(' '), n: numbers.length } });
}

/** Refuses the passing of a stage with an unresolved principle opinion of this or an earlier stage. */
export const opinionGate =
  (parts: Pick<OpinionParts, 'tables'>): Gate =>
  async (trx, enterpriseId, { processId, ...passing }) => {
    const found = await opinionsRepo(parts.tables.within(trx), enterpriseId).unresolvedPrinciple(processId);
    const numbers = found.filter((opinion) => blocks(opinion, passing)).map(({ no }) => no);
    return numbers.length === 0 ? null : blockedBy(numbers);
  };
