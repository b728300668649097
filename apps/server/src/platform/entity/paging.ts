import { LIMITS } from '@prdm/contract/limits';

export interface Paging {
  readonly page: number;
  readonly size: number;
  readonly ispage?: 'not' | undefined;
}

/** The rows of one page. `ispage: 'not'` reads the first `most`. */
export const windowOf = (
  { page, size, ispage }: Paging,
  most: number = LIMITS.unpagedMax,
): { limit: number; offset: number } =>
  ispage === 'not' ? { limit: most, offset: 0 } : { limit: size, offset: (page - 1) * size };

/** The answer of a list. An unpaged one has no page and no size. */
export const pageOf = <Row>({ page, size, ispage }: Paging, list: Row[], total: number) =>
  ispage === 'not' ? { list, total } : { list, total, page, size };
