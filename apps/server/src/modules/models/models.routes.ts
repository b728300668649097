import * as contract from '@prdm/contract/models';
import type { RawCall } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import { sendStored } from '../../platform/http/send-stored.ts';
import { fail } from '../../platform/errors.ts';
import type { Models } from './index.ts';

export function modelRoutes(mount: Mount, models: Models): void {
  const { model: modelKind } = models.kinds;

  mount(contract.modelIndex, (wish, context) => models.page(context, wish));
  mount(contract.modelInfo, (_input, context) => models.info(context, context.subject(modelKind, 'id')));

  mount.raw(contract.modelData, async (_input, { principal, subject }, raw) => {
    const { row } = subject(modelKind, 'id');
    const viewable = await models.viewable(principal.enterpriseId, row.model.id);
    if (!viewable?.frag_sha256) throw fail.notFound(true);
    await sendStored(raw, models.fragments, {
      sha256: viewable.frag_sha256,
      size: viewable.frag_bytes ?? 0,
      type: 'application/octet-stream',
      // Asked anew each time and answered 304: the same browser may serve another person, or one who has left the project.
      cacheControl: 'private, no-cache',
      headers: { vary: 'x-token' },
    });
  });

  mount(contract.modelReparse, async (_input, { actor, subject }) => {
    const { row } = subject(modelKind, 'id');
    await models.reparse(actor, row.model, row.file.row.name);
    return null;
  });

  mount(contract.modelThumbAdd, async (input, { actor, subject }) => {
    const { row } = subject(modelKind, 'id');
    const { v: versionId, thumb } = input;
    await models.addPicture(actor, row.model, { versionId, thumb, name: row.file.row.name });
    return null;
  });
  mount.raw(contract.modelThumb, async (_input, { principal, subject }, { reply }) => {
    const picture = await models.thumb(principal.enterpriseId, subject(modelKind, 'id').id);
    if (!picture) throw fail.notFound(true);
    await sendPicture(reply, picture);
  });
}

/** Pictures come from people: they are shown as pictures and as nothing else. */
async function sendPicture(
  reply: RawCall['reply'],
  picture: { thumb: Buffer; thumb_type: string | null },
): Promise<void> {
  void reply.header('content-type', picture.thumb_type ?? 'application/octet-stream');
  void reply.header('content-security-policy', "default-src 'none'; sandbox");
  void reply.header('cache-control', 'private, max-age=300');
  void reply.header('vary', 'x-token');
  await reply.send(picture.thumb);
}

export function viewpointRoutes(mount: Mount, models: Models): void {
  const { model: modelKind, viewpoint: viewpointKind, comment: commentKind } = models.kinds;
  const { viewpoints } = models;

  mount(contract.viewpointIndex, (cut, { principal, subject }) =>
    viewpoints.page(principal, subject(modelKind, 'model_id').row.model, cut),
  );
  mount(contract.viewpointInfo, (_input, { principal, subject }) =>
    viewpoints.info(principal, subject(viewpointKind, 'id').row),
  );
  mount(contract.viewpointAdd, async (input, { actor, session, subject }) => {
    const { row } = subject(modelKind, 'model_id');
    return { id: await viewpoints.add({ ...actor, userId: session.userId }, row.model, input) };
  });
  mount(contract.viewpointEdit, async (input, { actor, session, subject }) => {
    await viewpoints.edit({ ...actor, userId: session.userId }, subject(viewpointKind, 'id').row, input);
    return null;
  });
  mount(contract.viewpointDel, async ({ version }, { actor, session, subject }) => {
    await viewpoints.del({ ...actor, userId: session.userId }, subject(viewpointKind, 'id').row, version);
    return null;
  });
  mount(contract.viewpointComment, async (input, { actor, session, subject }) => ({
    id: await viewpoints.comment({ ...actor, userId: session.userId }, subject(viewpointKind, 'id').row, input.content),
  }));
  mount(contract.viewpointCommentDel, async (_input, { actor, session, subject }) => {
    await viewpoints.commentDel({ ...actor, userId: session.userId }, subject(commentKind, 'id').row);
    return null;
  });
  mount.raw(contract.viewpointThumb, async (_input, { principal, subject }, { reply }) => {
    const picture = await viewpoints.thumb(principal.enterpriseId, subject(viewpointKind, 'id').id);
    if (!picture?.thumb) throw fail.notFound(true);
    await sendPicture(reply, { ...picture, thumb: picture.thumb });
  });
}
