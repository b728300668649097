import type { Actor } from '../../platform/actor.ts';
import { fail } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db.ts';
import { ModelPictured } from './models.events.ts';
import { modelsRepo } from './models.repo.ts';
import type { ModelState } from './models.service.ts';
import { writing, type WritingParts } from './parts.ts';
import { notifyModel } from './queue/endings.ts';
import { thumbOf } from './thumbs.ts';

/**
 * Stores a picture that the server could not draw, once for each version. A second picture is refused, because a user with the
 * view right must not change the picture of others.
 */
export async function addPicture(
  parts: WritingParts,
  actor: Actor,
  model: ModelState,
  given: { versionId: number; thumb: string; name: string },
): Promise<void> {
  const picture = thumbOf(given.thumb);
  if (!picture) throw fail.invalid('thumb', 'validation.required');
  await parts.disk.assertRoom(picture.bytes.length);
  const { enterpriseId } = actor;
  await writing(parts, { enterpriseId, projectId: model.project_id }, async (trx) => {
    const repo = modelsRepo(parts.tables.within(trx), enterpriseId);
    if (!(await repo.addThumb(model.id, given.versionId, picture))) throw fail.wrongState();
    await happened(parts, trx, actor, model, given);
  });
}

/**
 * Sets the owner's own picture in place of the server's. Without `thumb` it removes that picture, and throws 1008 when there is
 * none.
 */
export async function setPicture(
  parts: WritingParts,
  actor: Actor,
  model: ModelState,
  given: { thumb: string | undefined; name: string },
): Promise<void> {
  const picture = thumbOf(given.thumb);
  if (picture) await parts.disk.assertRoom(picture.bytes.length);
  const { enterpriseId } = actor;
  await writing(parts, { enterpriseId, projectId: model.project_id }, async (trx) => {
    const repo = modelsRepo(parts.tables.within(trx), enterpriseId);
    if (!(await repo.setPicture(model.id, picture))) throw fail.wrongState();
    await happened(parts, trx, actor, model, { versionId: model.version_id, name: given.name });
  });
}

async function happened(
  parts: WritingParts,
  trx: Trx,
  actor: Actor,
  model: ModelState,
  { versionId, name }: { versionId: number; name: string },
): Promise<void> {
  await parts.bus.emit(trx, ModelPictured, {
    actor,
    target: { kind: 'model', id: model.id, name },
    projectId: model.project_id,
    data: { modelId: model.id, versionId },
  });
  await notifyModel(parts, trx, actor.enterpriseId, { model_id: model.id, project_id: model.project_id });
}
