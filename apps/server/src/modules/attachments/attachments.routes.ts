import type { ServerResponse } from 'node:http';
import { raw } from '@prdm/contract/files/attachments';
import { handedViewpointInfo, handedViewpointThumb } from '@prdm/contract/kit/handed-viewpoints';
import type { taskAttachments } from '@prdm/contract/tasks/attachments';
import { fail } from '../../platform/errors.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import { sendPicture } from '../../platform/http/send-stored.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { withTransportStatus } from '../../platform/http/transport-status.ts';
import type { Log } from '../../platform/log.ts';
import { UploadServer } from '../../platform/uploads/upload-server.ts';
import type { Files, RecordUploadCall } from '../files/index.ts';
import { frozenVersion } from './attachments.rules.ts';
import type { Attachments } from './index.ts';
import type { AttachmentOwner } from './owners.ts';

type SomeCalls = typeof taskAttachments;
type Record = { readonly id: number; readonly row: unknown; readonly projectId: number | null };

const who = ({ actor, principal }: CallContext) => ({ actor: { ...actor, userId: principal.userId }, principal });

/** The calls and the uploads of one kind of record. The types are those of the task, as in comments.routes.ts. */
export async function attachmentRoutes(
  mount: Mount,
  { attachments, files, maxBytes, log }: { attachments: Attachments; files: Files; maxBytes: number; log: Log },
  owner: AttachmentOwner<unknown>,
): Promise<void> {
  const calls = owner.calls as unknown as SomeCalls;
  const records = owner.records as SubjectKind<unknown> as SubjectKind<unknown, 'task'>;
  const { service, kind } = attachments;
  const targetOf = ({ id, row, projectId }: Record) => ({ owner, id, row, projectId });

  mount(calls.index, async (_input, context) => {
    const record = context.subject(records, 'id');
    const [files, viewpoints] = await Promise.all([
      service.list(context.principal, targetOf(record), record.may('attach').allowed),
      attachments.views.list(context.principal, targetOf(record)),
    ]);
    return { ...files, viewpoints };
  });
  mount(calls.attach, (_input, context) => {
    const chosen = context.given.files.map(frozenVersion);
    return service.attach(who(context), targetOf(context.subject(records, 'id')), chosen);
  });
  mount(calls.commit, (_input, context) =>
    files.uploads.finishOnRecord(context, context.subject(files.kinds.upload, 'upload_id').row.key),
  );
  mount(calls.detach, async (_input, context) => {
    const attachment = context.subject(kind, 'attachment_id').row;
    await service.detach(context, targetOf(context.subject(records, 'id')), attachment);
    return null;
  });
  mount(calls.restore, async (_input, context) => {
    const attachment = context.subject(kind, 'attachment_id').row;
    await service.restore(context, targetOf(context.subject(records, 'id')), attachment);
    return null;
  });
  mount(calls.open, ({ inline }, context) => service.open(context, context.subject(kind, 'attachment_id').row, inline));

  const uploads = new UploadServer<RecordUploadCall>({
    path: calls.uploadCreate.path,
    maxBytes,
    rules: files.uploads.recordRules,
    files: files.uploads.files,
    locker: files.uploads.locker,
    log,
  });
  const callOf = (context: CallContext, record: Record): RecordUploadCall => ({
    actor: context.actor,
    principal: context.principal,
    lang: context.lang,
    record: { kind: records.kind, id: record.id, projectId: record.projectId },
  });
  await mount.app.register(async (app) => {
    uploads.prepare(app);
    mount.raw(
      calls.uploadCreate,
      (_input, context, call) => uploads.create(callOf(context, context.subject(records, 'id')), call),
      app,
    );
    for (const endpoint of [calls.uploadHead, calls.uploadPatch, calls.uploadDelete])
      mount.raw(
        endpoint,
        (_input, context, call) => uploads.continue(callOf(context, context.subject(records, 'id')), call),
        app,
      );
  });
}

/** Handed-in viewpoints, for all kinds. */
export function handedViewpointRoutes(mount: Mount, { views }: Attachments): void {
  mount(handedViewpointInfo, (_input, { principal, subject }) => views.info(principal, subject(views.kind, 'id').row));
  mount.raw(handedViewpointThumb, async (_input, { principal, subject }, { reply }) => {
    const picture = await views.thumb(principal.enterpriseId, subject(views.kind, 'id').id);
    if (!picture?.thumb) throw fail.notFound(true);
    await sendPicture(reply, { ...picture, thumb: picture.thumb });
  });
}

/** The bytes at a signed address, for all kinds. */
export async function attachmentBytesRoute(mount: Mount, attachments: Attachments): Promise<void> {
  await mount.app.register(async (app) => {
    app.setErrorHandler((error) => {
      throw withTransportStatus(error);
    });
    // Shutdown does not wait for a running download. The client continues by Range afterwards.
    const sending = new Set<ServerResponse>();
    app.addHook('preClose', (done) => {
      for (const response of sending) response.destroy();
      done();
    });
    mount.raw(
      raw,
      async ({ sign }, context, call) => {
        const response = call.reply.raw;
        sending.add(response);
        response.once('close', () => sending.delete(response));
        await attachments.service.serve(sign, context, call);
      },
      app,
    );
  });
}
