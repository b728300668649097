import * as contract from '@prdm/contract/models';
import type { Mount } from '../../platform/http/mounting.ts';
import { sendPicture, sendStored } from '../../platform/http/send-stored.ts';
import { fail } from '../../platform/errors.ts';
import type { Files } from '../files/index.ts';
import type { Models } from './index.ts';

export function modelRoutes(mount: Mount, models: Models, fileKind: Files['kinds']['file']): void {
  const { model: modelKind, version: versionKind } = models.kinds;

  mount(contract.modelIndex, (_input, context) => models.page(context, context.given));
  mount(contract.modelInfo, (_input, context) =>
    models.info(context, context.subject(modelKind, 'id'), context.maybeSubject(versionKind, 'version_id')),
  );
  mount(contract.modelOfFile, (_input, { principal, lang, subject }) =>
    models.versionsOfFile({ enterpriseId: principal.enterpriseId, lang }, subject(fileKind, 'file_id')),
  );

  mount.raw(contract.modelData, async (_input, { principal, subject, maybeSubject }, raw) => {
    const version = maybeSubject(versionKind, 'v');
    const viewable = await models.viewable(principal.enterpriseId, subject(modelKind, 'id'), version);
    if (!viewable?.frag_sha256) throw fail.notFound(true);
    await sendStored(raw, models.fragments, {
      sha256: viewable.frag_sha256,
      size: viewable.frag_bytes ?? 0,
      type: 'application/octet-stream',
      // The browser asks again each time and gets 304. The next user of the same browser may have no right to the project.
      cacheControl: 'private, no-cache',
      headers: { vary: 'x-token' },
    });
  });

  mount(contract.modelReparse, async (_input, { actor, subject, maybeSubject }) => {
    await models.reparse(actor, subject(modelKind, 'id'), maybeSubject(versionKind, 'version_id'));
    return null;
  });

  mount(contract.modelThumbAdd, async ({ thumb }, { actor, subject }) => {
    await models.addPicture(actor, subject(modelKind, 'id'), { version: subject(versionKind, 'v'), thumb });
    return null;
  });
  mount(contract.modelThumbSet, async ({ thumb }, { actor, subject }) => {
    await models.setPicture(actor, subject(modelKind, 'id'), thumb);
    return null;
  });
  mount.raw(contract.modelThumb, async (_input, { principal, subject }, { reply }) => {
    const picture = await models.thumb(principal.enterpriseId, subject(modelKind, 'id'));
    if (!picture) throw fail.notFound(true);
    await sendPicture(reply, picture);
  });
}

export function viewpointRoutes(mount: Mount, models: Models): void {
  const { model: modelKind, version: versionKind, viewpoint: viewpointKind, comment: commentKind } = models.kinds;
  const { viewpoints } = models;

  mount(contract.viewpointIndex, (paging, { principal, subject }) =>
    viewpoints.page(principal, subject(modelKind, 'model_id'), paging),
  );
  mount(contract.viewpointOfProject, (input, { principal, subject }) =>
    viewpoints.ofProject(principal, subject(models.projectKind, 'project_id').id, input),
  );
  mount(contract.viewpointInfo, (_input, { principal, subject }) =>
    viewpoints.info(principal, subject(viewpointKind, 'id')),
  );
  mount(contract.viewpointAdd, async (input, { actor, session, subject, maybeSubject }) => {
    const model = subject(modelKind, 'model_id');
    const version = maybeSubject(versionKind, 'version_id')?.row;
    return { id: await viewpoints.add({ ...actor, userId: session.userId }, model, { ...input, version }) };
  });
  mount(contract.viewpointEdit, async (input, { actor, session, subject, maybeSubject }) => {
    const seen = maybeSubject(versionKind, 'version_id');
    await viewpoints.edit({ ...actor, userId: session.userId }, subject(viewpointKind, 'id'), input, seen);
    return null;
  });
  mount(contract.viewpointDel, async ({ version }, { actor, session, subject }) => {
    await viewpoints.del({ ...actor, userId: session.userId }, subject(viewpointKind, 'id'), version);
    return null;
  });
  mount(contract.viewpointComment, async (input, { actor, session, subject }) => ({
    id: await viewpoints.comment({ ...actor, userId: session.userId }, subject(viewpointKind, 'id'), input.content),
  }));
  mount(contract.viewpointCommentDel, async (_input, { actor, session, subject }) => {
    await viewpoints.commentDel({ ...actor, userId: session.userId }, subject(commentKind, 'id'));
    return null;
  });
  mount.raw(contract.viewpointThumb, async (_input, { principal, subject }, { reply }) => {
    const picture = await viewpoints.thumb(principal.enterpriseId, subject(viewpointKind, 'id'));
    if (!picture?.thumb) throw fail.notFound(true);
    await sendPicture(reply, { ...picture, thumb: picture.thumb });
  });
}
