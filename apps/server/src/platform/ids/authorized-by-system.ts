import type { z } from 'zod';
import { refsOf, withIdsReplaced, type Bare } from '@prdm/contract/kit';
import { ALLOWED } from '../http/decisions.ts';
import type { GivenTo } from './authorized.ts';
import { asJudged, type Authorized } from './judged.ts';

/**
 * An authorised record for work without a request: jobs, listeners, seeds, tests. The program itself answers for the rights. The import
 * rules forbid this module in routes and in the checks of calls. There each id is judged for the caller.
 */
export const authorizedBySystem = <T extends { readonly id: number }>(
  row: T,
  projectId: number | null = null,
): Authorized<T, never, never> => asJudged({ id: row.id, row, projectId, may: () => ALLOWED });

/** A whole input of a service, with every id authorised by the program. */
export const givenBySystem = <E extends { readonly input: z.ZodType }>(
  endpoint: E,
  input: Bare<z.output<E['input']>>,
): GivenTo<E> =>
  withIdsReplaced(input, refsOf(endpoint.input), ({ id }) => authorizedBySystem({ id: numbered(id) })) as GivenTo<E>;

function numbered(id: number | string): number {
  if (typeof id === 'number') return id;
  throw new Error('a record that is named by a key is loaded first, and given by authorizedBySystem()');
}
