import type { SubjectKindName } from '@prdm/contract/kit';
import type { Subject } from './subject.ts';

declare const JUDGED: unique symbol;

/**
 * A record of a call on which a right was checked, for example `Authorized<TaskRecord, 'edit'>`. An id of a request reaches a service only
 * in this form. The checks of a call create it; `authorizedBySystem` creates it for work without a request.
 */
export interface Authorized<
  T = unknown,
  R extends string = string,
  K extends SubjectKindName = SubjectKindName,
> extends Pick<Subject<T>, 'id' | 'row' | 'projectId' | 'may'> {
  readonly [JUDGED]: { readonly kind: readonly K[]; readonly right: readonly R[] };
}

const judged = new WeakSet<object>();

/** Marks a record as checked. The import rules keep this function in this folder. */
export const asJudged = <T, R extends string, K extends SubjectKindName>(
  subject: Pick<Subject<T>, 'id' | 'row' | 'projectId' | 'may'>,
): Authorized<T, R, K> => {
  judged.add(subject);
  return subject as Authorized<T, R, K>;
};

export const isJudged = (value: object): value is Authorized => judged.has(value);
