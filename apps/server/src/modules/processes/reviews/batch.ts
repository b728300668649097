import type { z } from 'zod';
import type { passMany as call } from '@prdm/contract/processes/review';
import type { Actor } from '../../../platform/actor.ts';
import { AppError, fail } from '../../../platform/errors.ts';
import type { Authorized } from '../../../platform/ids/authorized.ts';
import { translate } from '../../../platform/translate.ts';
import { passAssignment } from '../decisions.ts';
import type { ProcessesParts } from '../process-change.ts';

type Answer = z.output<typeof call.output>;

/**
 * Passes several assignments, each by the decision of a single pass and in a transaction of its own. A refusal gets its
 * code and its message in the actor's language, and the others go on. After any other error the passed ones stay passed.
 * A repeat of the call answers 1008 for them.
 */
export async function passMany(
  parts: ProcessesParts,
  actor: Actor,
  assignments: readonly Authorized<unknown, 'read', 'seat'>[],
  comment?: string,
): Promise<Answer> {
  // In the transaction of the call, one refusal would take the earlier passes with it.
  const apart: ProcessesParts = {
    ...parts,
    db: { ...parts.db, transaction: (work) => parts.db.transaction(work, { apart: true }) },
  };
  const list: Answer['list'] = [];
  for (const assignment of assignments) {
    try {
      if (!assignment.may('decide').allowed) throw fail.denied();
      await passAssignment(apart, actor, assignment.id, comment);
      list.push({ id: assignment.id, ok: true });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const message = translate(actor.lang, error.key, error.details.params ?? {});
      list.push({ id: assignment.id, ok: false, code: error.code, message });
    }
  }
  return { list };
}
