import { isDeepStrictEqual } from 'node:util';
import type { ViewpointState } from '@prdm/contract/models';
import type { Actor } from '../../platform/actor.ts';
import type { EventKind } from '../../platform/bus.ts';
import { fail } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db.ts';
import {
  ViewpointAdded,
  ViewpointCommentDeleted,
  ViewpointCommented,
  ViewpointDeleted,
  ViewpointEdited,
} from './models.events.ts';
import type { ModelState } from './models.service.ts';
import { writing, type WritingParts } from './parts.ts';
import { thumbOf } from './thumbs.ts';
import type { VersionFacts } from './kinds.ts';
import { versionsRepo } from './versions/versions.repo.ts';
import { viewpointsRepo } from './viewpoints.repo.ts';

type UserActor = Actor & { userId: number };

export type ViewpointRow = Awaited<ReturnType<ReturnType<typeof viewpointsRepo>['list']>>[number];
export type CommentRow = Awaited<ReturnType<ReturnType<typeof viewpointsRepo>['commentsEverKnown']>>[number];

const placeOf = (actor: Actor, record: { readonly project_id: number }) => ({
  enterpriseId: actor.enterpriseId,
  projectId: record.project_id,
});

export async function addViewpoint(
  parts: WritingParts,
  actor: UserActor,
  model: Pick<ModelState, 'id' | 'project_id'>,
  given: { name: string; state: ViewpointState; version?: VersionFacts | null; thumb?: string; comment?: string },
): Promise<number> {
  const picture = thumbOf(given.thumb);
  if (picture) await parts.disk.assertRoom(picture.bytes.length);
  return writing(parts, placeOf(actor, model), async (trx) => {
    const tables = parts.tables.within(trx);
    const repo = viewpointsRepo(tables, actor.enterpriseId);
    const seen = given.version ?? (await versionsRepo(tables, actor.enterpriseId).newestDrawn(model.id));
    const id = await repo.add({
      project_id: model.project_id,
      model_id: model.id,
      model_version_id: seen?.id ?? null,
      name: given.name,
      state: JSON.stringify(given.state),
      thumb: picture?.bytes ?? null,
      thumb_type: picture?.type ?? null,
      created_by: actor.userId,
    });
    if (given.comment) await repo.addComment(id, actor.userId, given.comment);
    await happened(
      parts,
      trx,
      actor,
      ViewpointAdded,
      { id, model_id: model.id, project_id: model.project_id, name: given.name },
      {},
    );
    return id;
  });
}

export async function editViewpoint(
  parts: WritingParts,
  actor: UserActor,
  viewpoint: ViewpointRow,
  given: { version: number; name: string; state?: ViewpointState; thumb?: string },
  seen: VersionFacts | null = null,
): Promise<void> {
  if (seen && seen.model_id !== viewpoint.model_id) throw fail.notFound(false, { field: 'version_id' });
  const picture = thumbOf(given.thumb);
  if (picture) await parts.disk.assertRoom(picture.bytes.length);
  await writing(parts, placeOf(actor, viewpoint), async (trx) => {
    const repo = viewpointsRepo(parts.tables.within(trx), actor.enterpriseId);
    const hung = picture && (await repo.thumb(viewpoint.id))?.thumb;
    const saved = await repo.edit(viewpoint.id, given.version, {
      name: given.name,
      ...(given.state ? { state: JSON.stringify(given.state), ...(seen ? { model_version_id: seen.id } : {}) } : {}),
      ...(picture ? { thumb: picture.bytes, thumb_type: picture.type } : {}),
    });
    if (!saved) throw fail.conflict();
    await happened(
      parts,
      trx,
      actor,
      ViewpointEdited,
      { ...viewpoint, name: given.name },
      {
        before: { name: viewpoint.name },
        after: {
          name: given.name,
          changed: [
            ...(given.name === viewpoint.name ? [] : ['name']),
            ...(given.state && !isSameView(given.state, viewpoint.state) ? ['state'] : []),
            ...(picture && !hung?.equals(picture.bytes) ? ['thumb'] : []),
          ],
        },
      },
    );
  });
}

/** Compares in the form that the JSON column stores, which has neither -0 nor undefined. */
const isSameView = (given: ViewpointState, stored: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(given)), stored);

/** `version` is the version that the caller saw. Without it the viewpoint is deleted in any state. */
export async function deleteViewpoint(
  parts: WritingParts,
  actor: UserActor,
  viewpoint: ViewpointRow,
  version: number | undefined,
): Promise<void> {
  await writing(parts, placeOf(actor, viewpoint), async (trx) => {
    const repo = viewpointsRepo(parts.tables.within(trx), actor.enterpriseId);
    if (!(await repo.remove(viewpoint.id, version))) {
      const [now] = await repo.everKnown([viewpoint.id]);
      throw now?.deleted === false ? fail.conflict() : fail.notFound();
    }
    await happened(parts, trx, actor, ViewpointDeleted, viewpoint, {});
  });
}

export async function commentOn(
  parts: WritingParts,
  actor: UserActor,
  viewpoint: Pick<ViewpointRow, 'id' | 'name' | 'project_id' | 'model_id'>,
  content: string,
): Promise<number> {
  return writing(parts, placeOf(actor, viewpoint), async (trx) => {
    const id = await viewpointsRepo(parts.tables.within(trx), actor.enterpriseId).addComment(
      viewpoint.id,
      actor.userId,
      content,
    );
    await parts.bus.emit(trx, ViewpointCommented, {
      actor,
      target: { kind: 'viewpoint', id: viewpoint.id, name: viewpoint.name },
      projectId: viewpoint.project_id,
      after: { content },
      data: { viewpointId: viewpoint.id, modelId: viewpoint.model_id, commentId: id },
    });
    await notify(parts, trx, actor, viewpoint);
    return id;
  });
}

export async function deleteComment(parts: WritingParts, actor: UserActor, comment: CommentRow): Promise<void> {
  await writing(parts, placeOf(actor, comment), async (trx) => {
    if (!(await viewpointsRepo(parts.tables.within(trx), actor.enterpriseId).removeComment(comment.id)))
      throw fail.notFound();
    await parts.bus.emit(trx, ViewpointCommentDeleted, {
      actor,
      target: { kind: 'viewpoint', id: comment.viewpoint_id, name: comment.viewpoint_name },
      projectId: comment.project_id,
      before: { content: comment.content },
      data: { viewpointId: comment.viewpoint_id, commentId: comment.id },
    });
    await notify(parts, trx, actor, { id: comment.viewpoint_id, project_id: comment.project_id });
  });
}

async function happened(
  parts: WritingParts,
  trx: Trx,
  actor: UserActor,
  event: EventKind<{ viewpointId: number; modelId: number }>,
  viewpoint: { id: number; model_id: number; project_id: number; name: string },
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): Promise<void> {
  await parts.bus.emit(trx, event, {
    actor,
    target: { kind: 'viewpoint', id: viewpoint.id, name: viewpoint.name },
    projectId: viewpoint.project_id,
    ...change,
    data: { viewpointId: viewpoint.id, modelId: viewpoint.model_id },
  });
  await notify(parts, trx, actor, viewpoint);
}

const notify = (
  parts: WritingParts,
  trx: Trx,
  actor: Actor,
  viewpoint: { id: number; project_id: number },
): Promise<void> =>
  parts.live.notify(
    trx,
    actor.enterpriseId,
    { project: viewpoint.project_id },
    { type: 'viewpoint', id: viewpoint.id, project_id: viewpoint.project_id },
  );
