import { CODES } from '@prdm/contract/codes';
import type { Actor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { fail } from '../../../platform/errors.ts';
import { ViewpointsHandedIn } from '../attachments.events.ts';
import { happened, type AttachmentParts, type Target } from '../parts.ts';
import { viewsRepo } from './views.repo.ts';

/** A viewpoint that a call hands in, with the name of its model. */
export interface ChosenViewpoint {
  readonly id: number;
  readonly modelName: string;
}

/**
 * Keeps viewpoints as they are now as those of a review round, in the caller's transaction. Later changes of a viewpoint
 * or its model do not reach the copy. Throws 1006 at `viewpoint_ids.N` for one that is gone.
 */
export async function handInViews(
  parts: AttachmentParts,
  trx: Trx,
  actor: Actor,
  target: Target,
  given: { readonly round: number; readonly viewpoints: readonly ChosenViewpoint[] },
): Promise<void> {
  const { enterpriseId } = actor;
  const ids = [...new Set(given.viewpoints.map(({ id }) => id))];
  if (ids.length === 0) return;
  const found = new Map((await parts.viewpoints().now(trx, enterpriseId, ids)).map((row) => [row.id, row]));
  const repo = viewsRepo(parts.tables.within(trx), enterpriseId);
  const frozen: number[] = [];
  const names: string[] = [];
  for (const [index, id] of ids.entries()) {
    const row = found.get(id);
    if (!row || row.deleted)
      throw fail.of(CODES.notFound, 'attachments.views.vanished', {
        field: `viewpoint_ids.${given.viewpoints.findIndex((one) => one.id === id)}`,
        params: { name: row?.name ?? '', n: index + 1 },
      });
    const { model_id, model_version_id, model_version_no, name, state, thumb, thumb_type } = row;
    frozen.push(
      await repo.add({
        kind: target.owner.records.kind,
        record_id: target.id,
        round: given.round,
        viewpoint_id: id,
        model_id,
        model_name: given.viewpoints.find((one) => one.id === id)?.modelName ?? '',
        model_version_id,
        model_version_no,
        name,
        state,
        thumb,
        thumb_type,
        handed_by: actor.userId ?? 0,
      }),
    );
    names.push(name);
  }
  await happened(parts, trx, { actor }, target, {
    event: ViewpointsHandedIn,
    ids: frozen,
    round: given.round,
    after: { names },
  });
}
