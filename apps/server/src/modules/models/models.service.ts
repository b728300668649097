import { MODEL_REASONS, MODEL_STEPS, WAITING_MAX, type modelRow, type ModelReason } from '@prdm/contract/models';
import { wireTime } from '@prdm/contract/kit/fields';
import type { ModelStatus } from '@prdm/contract/status';
import type { Lang } from '@prdm/locales';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import { fail } from '../../platform/errors.ts';
import { translate } from '../../platform/translate.ts';
import type { Trx } from '../../platform/db.ts';
import { CONVERTER_VERSION, type ConvertMeta, type ConvertWarning } from './convert/index.ts';
import type { FileFacts } from './kinds.ts';
import { ModelFailed, ModelParsing } from './models.events.ts';
import { modelsRepo } from './models.repo.ts';
import { retryMayHelp } from './models.rules.ts';
import { writing, type WritingParts } from './parts.ts';
import { endParsed, notifyModel } from './queue/endings.ts';
import { announce, type ConversionParts } from './queue/jobs.ts';
import { queuedRepo } from './queue/queue.repo.ts';
import { madeOfSameBytes } from './queue/reuse.ts';

export type ModelState = Awaited<ReturnType<ReturnType<typeof modelsRepo>['byIds']>>[number];

/** The stored file of a model, as the file domain reports it. */
export interface StoredIfc {
  readonly fileId: number;
  readonly versionId: number;
  readonly versionNo: number;
  readonly projectId: number;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
}

/** True when WAITING_MAX conversions of this user wait already. The application itself has no limit. */
const isQueueFull = async (
  parts: ConversionParts,
  trx: Trx,
  { enterpriseId, userId }: Actor,
  ownWaiting = 0,
): Promise<boolean> =>
  userId !== null &&
  (await queuedRepo(parts.tables.within(trx), enterpriseId).countWaiting(userId)) >= WAITING_MAX + ownWaiting;

/**
 * Handles a stored .ifc file. In the same transaction one of three things happens:
 * - The model is parsing, and its job is in the queue.
 * - The model takes over the result of the same bytes.
 * - The model is failed, because too many models of the user wait.
 */
export async function modelOfFile(parts: ConversionParts, trx: Trx, actor: Actor, file: StoredIfc): Promise<void> {
  const { enterpriseId } = actor;
  const repo = modelsRepo(parts.tables.within(trx), enterpriseId);
  const modelId = await repo.ensure(file.projectId, file.fileId);
  const row = {
    model_id: modelId,
    file_version_id: file.versionId,
    version_no: file.versionNo,
    file_name: file.name,
    source_sha256: file.sha256,
    source_bytes: file.size,
    created_by: actor.userId,
  };
  const made = await madeOfSameBytes(parts, trx, enterpriseId, file.sha256);
  const isRefused = !made && (await isQueueFull(parts, trx, actor));
  const refused = { reason: 'queue_full', detail: String(WAITING_MAX) } as const;
  const versionId = await repo.addVersion(row, isRefused ? refused : undefined);
  const about = { modelId, fileId: file.fileId, versionNo: file.versionNo, name: file.name, projectId: file.projectId };
  if (isRefused) {
    await parts.bus.emit(trx, ModelFailed, {
      ...happening(actor, about),
      data: { ...dataOf(about), reason: refused.reason },
    });
    await notifyModel(parts, trx, enterpriseId, { model_id: modelId, project_id: file.projectId });
    return;
  }
  await parsing(parts, trx, actor, about);
  const version = await repo.version(versionId);
  if (made && version) await endParsed(parts, trx, enterpriseId, version, made);
  else await announce(parts, trx, { enterpriseId, id: versionId, source_bytes: file.size });
}

export type Viewable = Awaited<ReturnType<ReturnType<typeof modelsRepo>['drawn']>>[number];

/** The newest version, or version `versionId`, whose geometry the store has with the stored size. Null when there is none. */
export async function viewableOf(
  parts: Pick<ConversionParts, 'tables' | 'fragments'>,
  enterpriseId: number,
  modelId: number,
  versionId?: number,
): Promise<Viewable | null> {
  for (const version of await modelsRepo(parts.tables.read, enterpriseId).drawn(modelId, versionId)) {
    const { frag_sha256: sha256, frag_bytes: bytes } = version;
    if (sha256 !== null && (await parts.fragments.size(sha256)) === bytes) return version;
  }
  return null;
}

/**
 * True when the newest version was parsed and the store has no geometry for it, e.g. after a restore without it. It is shown as
 * failed and can be parsed again. The row stays as it is, because a store that is unreachable for a while recovers by itself.
 */
export const isLost = (model: ModelState, viewable: Viewable | null): boolean =>
  model.status === 'parsed' && viewable?.id !== model.version_id;

/** An older converter made this result. It read less of the same file. */
export const isOutdated = (made: { converter: number }): boolean => made.converter < CONVERTER_VERSION;

/** True when parsing again makes sense. The version failed for a reason outside the file, or an older converter made it. */
export const isDue = (model: ModelState): boolean =>
  (model.status === 'failed' && retryMayHelp(reasonOf(model.reason))) ||
  (model.status === 'parsed' && isOutdated(model));

export const mayStartAgain = (model: ModelState, viewable: Viewable | null): boolean =>
  isDue(model) || isLost(model, viewable);

/**
 * A user sets a failed, lost or outdated version back to parsing. Throws 1008 for any other state, and while too many models of
 * the user wait. `model` carries the version to parse.
 */
export async function reparse(
  parts: ConversionParts & Pick<WritingParts, 'projects'>,
  actor: Actor,
  model: ModelState,
  name: string,
): Promise<void> {
  const { enterpriseId } = actor;
  const viewable = await viewableOf(parts, enterpriseId, model.id, model.version_id);
  if (!mayStartAgain(model, viewable)) throw fail.wrongState();
  const from = model.status === 'failed' ? 'failed' : 'parsed';
  await writing(parts, { enterpriseId, projectId: model.project_id }, async (trx) => {
    const repo = modelsRepo(parts.tables.within(trx), enterpriseId);
    if (!(await repo.restart(model.version_id, from, { by: actor.userId, name }))) throw fail.wrongState();
    const version = await repo.version(model.version_id);
    if (!version) throw fail.notFound();
    const about = {
      modelId: model.id,
      fileId: model.file_id,
      versionNo: model.version_no,
      name,
      projectId: model.project_id,
    };
    await parsing(parts, trx, actor, about);
    const made = await madeOfSameBytes(parts, trx, enterpriseId, version.source_sha256);
    if (made) return void (await endParsed(parts, trx, enterpriseId, version, made));
    // The count includes this version, which has just started to wait.
    if (await isQueueFull(parts, trx, actor, 1))
      throw fail.wrongState('models.queueFull', { params: { n: WAITING_MAX } });
    await announce(parts, trx, { enterpriseId, ...version });
  });
}

interface About {
  readonly modelId: number;
  readonly fileId: number;
  readonly versionNo: number;
  readonly name: string;
  readonly projectId: number;
}

const dataOf = ({ modelId, fileId, versionNo }: About) => ({ modelId, fileId, versionNo });
const happening = (actor: Actor, about: About) => ({
  actor,
  target: { kind: 'model', id: about.modelId, name: about.name },
  projectId: about.projectId,
});

async function parsing(parts: ConversionParts, trx: Trx, actor: Actor, about: About): Promise<void> {
  await parts.bus.emit(trx, ModelParsing, { ...happening(actor, about), data: dataOf(about) });
  await notifyModel(parts, trx, actor.enterpriseId, { model_id: about.modelId, project_id: about.projectId });
}

export const metaOf = (meta: unknown): ConvertMeta | null => meta as ConvertMeta | null;

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | null =>
  list.find((entry) => entry === value) ?? null;

/** A failure always has a reason. An unknown stored reason counts as an internal failure. */
const reasonOf = (stored: string | null): ModelReason | null =>
  stored === null ? null : (oneOf(MODEL_REASONS, stored) ?? 'internal');

/** The reason of a failure in the reader's language; '' for a version that has not failed. */
export function reasonIn(lang: Lang, version: { reason: string | null; detail: string }) {
  const reason = reasonOf(version.reason);
  const reason_text = reason === null ? '' : translate(lang, `models.reason.${reason}`, { detail: version.detail });
  return { reason, reason_text };
}

/** A model as lists and its page show it, with reasons and warnings in the reader's language. */
export function present(model: ModelState, file: FileFacts, lang: Lang): Omit<z.input<typeof modelRow>, 'can'> {
  const meta = metaOf(model.meta);
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
    picture_set: model.picture_set,
    status: model.status as ModelStatus,
    progress: model.progress,
    step: oneOf(MODEL_STEPS, model.step) ?? 'waiting',
    ...reasonIn(lang, model),
    element_count: meta?.elementCount ?? null,
    schema: meta?.schema ?? '',
    warnings: (meta?.warnings ?? []).map((warning: ConvertWarning) => ({
      code: warning.code,
      text: translate(lang, `models.warning.${warning.code}`, { detail: warning.detail }),
    })),
    updated_at: wireTime(model.updated_at),
  };
}
