import { accessWhy } from '@prdm/contract/organisation/access';
import type { SubjectKindName } from '@prdm/contract/kit';
import type { z } from 'zod';
import { useApiQuery } from '../../lib/api/queries.ts';

/** A question about a call: its path without `/apis/`, and its records by the field of their id. */
export interface WhyQuestion {
  readonly call: string;
  readonly subjects: readonly { readonly field: string; readonly kind: SubjectKindName; readonly id: number }[];
  /** Absent: the reader asks about himself or herself. */
  readonly userId?: number;
}

export type WhyAnswer = z.output<typeof accessWhy.output>;
export type WhyStep = WhyAnswer['chain'][number];

/** Why a person may or may not make a call. The rights can change at any time, so no old answer is shown. */
export const useWhy = (question: WhyQuestion | null) =>
  useApiQuery(
    accessWhy,
    {
      call: question?.call ?? '',
      subjects: JSON.stringify(question?.subjects ?? []),
      ...(question?.userId === undefined ? {} : { user_id: question.userId }),
    },
    { enabled: question !== null, keepOld: false },
  );
