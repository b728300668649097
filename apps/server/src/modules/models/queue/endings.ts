import { systemActor } from '../../../platform/actor.ts';
import type { Trx } from '../../../platform/db.ts';
import { CONVERTER_VERSION, type ConvertMeta, type ConvertReason } from '../convert/index.ts';
import { ModelFailed, ModelParsed } from '../models.events.ts';
import { modelsRepo, type DrawnPicture, type FragmentFile } from '../models.repo.ts';
import { retryMayHelp } from '../models.rules.ts';
import { announce, type ConversionParts } from './jobs.ts';
import { queuedRepo } from './queue.repo.ts';

export type QueuedState = NonNullable<Awaited<ReturnType<ReturnType<typeof modelsRepo>['version']>>>;

/** The result of a conversion, or the result of another version of the enterprise with the same bytes. */
export type Made = FragmentFile & DrawnPicture & { readonly meta: ConvertMeta };

/** Lasting reasons besides those in the bytes. The same bytes fail again until converter or limits change. */
const LASTING: ReadonlySet<string> = new Set<ConvertReason>(['empty', 'too_far', 'too_large']);

const failsAgain = (reason: ConvertReason): boolean => LASTING.has(reason) || !retryMayHelp(reason);

export const notifyModel = (
  parts: Pick<ConversionParts, 'live'>,
  trx: Trx,
  enterpriseId: number,
  version: Pick<QueuedState, 'model_id' | 'project_id'>,
): Promise<void> =>
  parts.live.notify(
    trx,
    enterpriseId,
    { project: version.project_id },
    { type: 'model', id: version.model_id, project_id: version.project_id },
  );

const endingOf = (enterpriseId: number, version: QueuedState) => ({
  happening: { modelId: version.model_id, fileId: version.file_id, versionNo: version.version_no },
  envelope: {
    actor: systemActor(enterpriseId),
    target: { kind: 'model', id: version.model_id, name: version.file_name },
    projectId: version.project_id,
  },
});

/** parsing -> parsed. False when it has ended already. */
export async function endParsed(
  parts: ConversionParts,
  trx: Trx,
  enterpriseId: number,
  version: QueuedState,
  made: Made,
): Promise<boolean> {
  const repo = modelsRepo(parts.tables.within(trx), enterpriseId);
  const { frag_sha256, frag_bytes, thumb, thumb_type, drawn_at, meta } = made;
  const outcome = { status: 'parsed', frag_sha256, frag_bytes, thumb, thumb_type, drawn_at, meta } as const;
  if (!(await repo.end(version.id, { ...outcome, converter: CONVERTER_VERSION }))) return false;
  const { envelope, happening } = endingOf(enterpriseId, version);
  await parts.bus.emit(trx, ModelParsed, { ...envelope, data: { ...happening, elementCount: meta.elementCount } });
  await notifyModel(parts, trx, enterpriseId, version);
  return true;
}

/** parsing -> failed. False when it has ended already. */
export async function endFailed(
  parts: ConversionParts,
  trx: Trx,
  enterpriseId: number,
  version: QueuedState,
  { reason, detail }: { reason: ConvertReason; detail: string },
): Promise<boolean> {
  const repo = modelsRepo(parts.tables.within(trx), enterpriseId);
  if (!(await repo.end(version.id, { status: 'failed', reason, detail: detail.slice(0, 1000) }))) return false;
  const { envelope, happening } = endingOf(enterpriseId, version);
  await parts.bus.emit(trx, ModelFailed, { ...envelope, data: { ...happening, reason } });
  await notifyModel(parts, trx, enterpriseId, version);
  return true;
}

/**
 * Ends a conversion, and the versions of the enterprise that wait for the same bytes. They share success and failures that lie in
 * the file. After any other failure each is converted on its own.
 */
export async function endWithTwins(
  parts: ConversionParts,
  trx: Trx,
  enterpriseId: number,
  version: QueuedState,
  outcome: Made | { reason: ConvertReason; detail: string },
): Promise<void> {
  const end = (one: QueuedState) =>
    'reason' in outcome
      ? endFailed(parts, trx, enterpriseId, one, outcome)
      : endParsed(parts, trx, enterpriseId, one, outcome);
  if (!(await end(version))) return;
  const tables = parts.tables.within(trx);
  const isShared = !('reason' in outcome) || failsAgain(outcome.reason);
  for (const twin of await queuedRepo(tables, enterpriseId).waitingTwins(version.id, version.source_sha256)) {
    const state = isShared ? await modelsRepo(tables, enterpriseId).version(twin.id) : undefined;
    if (state) await end(state);
    // Its job may have ended already, because another worker was converting the bytes.
    else await announce(parts, trx, { enterpriseId, ...twin });
  }
}
