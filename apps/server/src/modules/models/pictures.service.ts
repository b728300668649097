import type { Actor } from '../../platform/actor.ts';
import { fail } from '../../platform/errors.ts';
import { ModelPictured } from './models.events.ts';
import { modelsRepo } from './models.repo.ts';
import type { ModelState } from './models.service.ts';
import { writing, type WritingParts } from './parts.ts';
import { thumbOf } from './thumbs.ts';

/** Gives a version its picture. It is given once: whoever may look at a model may not change what others see of it. */
export async function addPicture(
  parts: WritingParts,
  actor: Actor,
  model: ModelState,
  given: { versionId: number; thumb: string; name: string },
): Promise<void> {
  const picture = thumbOf(given.thumb);
  if (!picture) throw fail.invalid('thumb', 'validation.required');
  const { enterpriseId } = actor;
  await writing(parts, { enterpriseId, projectId: model.project_id }, async (trx) => {
    const repo = modelsRepo(parts.tables.within(trx), enterpriseId);
    if (!(await repo.addThumb(model.id, given.versionId, picture))) throw fail.wrongState();
    await parts.bus.emit(trx, ModelPictured, {
      actor,
      target: { kind: 'model', id: model.id, name: given.name },
      projectId: model.project_id,
      data: { modelId: model.id, versionId: given.versionId },
    });
    await parts.live.tell(
      trx,
      enterpriseId,
      { project: model.project_id },
      { type: 'model', id: model.id, project_id: model.project_id },
    );
  });
}
