import { MODEL_REASONS, MODEL_STEPS, type modelRow, type ModelReason } from '@prdm/contract/models';
import { wireTime } from '@prdm/contract/fields';
import type { ModelStatus } from '@prdm/contract/status';
import type { Lang } from '@prdm/locales';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import { fail } from '../../platform/errors.ts';
import { translate } from '../../platform/translate.ts';
import type { Trx } from '../../platform/db.ts';
import { ConvertModel, type ConversionParts } from './conversion.ts';
import { CONVERTER_VERSION, type ConvertMeta, type ConvertWarning } from './convert/index.ts';
import type { FileFacts } from './kinds.ts';
import { ModelParsing } from './models.events.ts';
import { modelsRepo } from './models.repo.ts';
import { writing, type WritingParts } from './parts.ts';

export type ModelState = Awaited<ReturnType<ReturnType<typeof modelsRepo>['byIds']>>[number];

/** The stored file a model is made of, as the file domain tells it. */
export interface StoredIfc {
  readonly fileId: number;
  readonly versionId: number;
  readonly versionNo: number;
  readonly projectId: number;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
}

/** An .ifc was stored: in the same transaction its model is parsing and the work is on the queue. */
export async function modelOfFile(parts: ConversionParts, trx: Trx, actor: Actor, file: StoredIfc): Promise<void> {
  const repo = modelsRepo(parts.tables.within(trx), actor.enterpriseId);
  const modelId = await repo.ensure(file.projectId, file.fileId);
  const versionId = await repo.addVersion({
    model_id: modelId,
    file_version_id: file.versionId,
    version_no: file.versionNo,
    source_sha256: file.sha256,
    source_bytes: file.size,
    created_by: actor.userId,
  });
  await parts.jobs.send(trx, ConvertModel, { enterpriseId: actor.enterpriseId, versionId, name: file.name });
  await parsing(parts, trx, actor, {
    modelId,
    fileId: file.fileId,
    versionNo: file.versionNo,
    name: file.name,
    projectId: file.projectId,
  });
}

export type Viewable = Awaited<ReturnType<ReturnType<typeof modelsRepo>['drawn']>>[number];

/** The newest version that can be opened: its geometry is in the store as it was written. */
export async function viewableOf(
  parts: Pick<ConversionParts, 'tables' | 'fragments'>,
  enterpriseId: number,
  modelId: number,
): Promise<Viewable | null> {
  for (const version of await modelsRepo(parts.tables.read, enterpriseId).drawn(modelId)) {
    const { frag_sha256: sha256, frag_bytes: bytes } = version;
    if (sha256 !== null && (await parts.fragments.size(sha256)) === bytes) return version;
  }
  return null;
}

/**
 * The newest version was parsed and its geometry is not there (a store restored without it). Told as failed and parsed again like one,
 * but not written down: a store that is only out of reach for a while comes back by itself.
 */
export const isLost = (model: ModelState, viewable: Viewable | null): boolean =>
  model.status === 'parsed' && viewable?.id !== model.version_id;

/** Made by an older converter, which knew less of the same file. */
export const isOutdated = (made: { converter: number }): boolean => made.converter < CONVERTER_VERSION;

/** Worth parsing again by what its row tells. */
export const isDue = (model: ModelState): boolean =>
  model.status === 'failed' || (model.status === 'parsed' && isOutdated(model));

export const mayStartAgain = (model: ModelState, viewable: Viewable | null): boolean =>
  isDue(model) || isLost(model, viewable);

/** failed, lost or outdated -> parsing, by a person; anything else is refused. */
export async function reparse(
  parts: ConversionParts & Pick<WritingParts, 'projects'>,
  actor: Actor,
  model: ModelState,
  name: string,
): Promise<void> {
  if (!mayStartAgain(model, await viewableOf(parts, actor.enterpriseId, model.id))) throw fail.wrongState();
  const from = model.status === 'failed' ? 'failed' : 'parsed';
  await writing(parts, { enterpriseId: actor.enterpriseId, projectId: model.project_id }, async (trx) => {
    const restarted = await modelsRepo(parts.tables.within(trx), actor.enterpriseId).restart(model.version_id, from);
    if (!restarted) throw fail.wrongState();
    await parts.jobs.send(trx, ConvertModel, { enterpriseId: actor.enterpriseId, versionId: model.version_id, name });
    await parsing(parts, trx, actor, {
      modelId: model.id,
      fileId: model.file_id,
      versionNo: model.version_no,
      name,
      projectId: model.project_id,
    });
  });
}

async function parsing(
  parts: ConversionParts,
  trx: Trx,
  actor: Actor,
  model: { modelId: number; fileId: number; versionNo: number; name: string; projectId: number },
): Promise<void> {
  const { modelId, fileId, versionNo } = model;
  await parts.bus.emit(trx, ModelParsing, {
    actor,
    target: { kind: 'model', id: modelId, name: model.name },
    projectId: model.projectId,
    data: { modelId, fileId, versionNo },
  });
  await parts.live.tell(
    trx,
    actor.enterpriseId,
    { project: model.projectId },
    { type: 'model', id: modelId, project_id: model.projectId },
  );
}

export const metaOf = (meta: unknown): ConvertMeta | null => meta as ConvertMeta | null;

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | null =>
  list.find((entry) => entry === value) ?? null;

/** A failure always has a reason: one in a word that nobody knows any more is a failure of ours. */
const reasonOf = (stored: string | null): ModelReason | null =>
  stored === null ? null : (oneOf(MODEL_REASONS, stored) ?? 'internal');

/** A model as lists and its page show it, with reasons and warnings in the reader's language. */
export function present(model: ModelState, file: FileFacts, lang: Lang): Omit<z.input<typeof modelRow>, 'can'> {
  const meta = metaOf(model.meta);
  const reason = reasonOf(model.reason);
  return {
    id: model.id,
    file_id: model.file_id,
    folder_id: file.folder_id,
    folder_name: file.folder.name,
    project_id: model.project_id,
    name: file.name,
    version_no: model.version_no,
    size: model.source_bytes,
    uploaded_at: wireTime(model.created_at),
    thumb: model.thumb,
    status: model.status as ModelStatus,
    progress: model.progress,
    step: oneOf(MODEL_STEPS, model.step) ?? 'waiting',
    reason,
    reason_text: reason === null ? '' : translate(lang, `models.reason.${reason}`, { detail: model.detail }),
    element_count: meta?.elementCount ?? null,
    schema: meta?.schema ?? '',
    warnings: (meta?.warnings ?? []).map((warning: ConvertWarning) => ({
      code: warning.code,
      text: translate(lang, `models.warning.${warning.code}`, { detail: warning.detail }),
    })),
    updated_at: wireTime(model.updated_at),
  };
}
