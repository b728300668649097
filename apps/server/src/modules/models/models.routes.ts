import { decide } from '@prdm/access';
import * as contract from '@prdm/contract/models';
import type { RawCall } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import { sendStored } from '../../platform/http/send-stored.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import { fail } from '../../platform/errors.ts';
import type { Models } from './index.ts';
import { mayReparse, type FileFacts } from './kinds.ts';

export interface ModelNeighbours {
  readonly fileKind: SubjectKind<FileFacts>;
  readonly projectName: (enterpriseId: number, projectId: number) => Promise<string>;
}

export function modelRoutes(mount: Mount, models: Models, neighbours: ModelNeighbours): void {
  const { model: modelKind } = models.kinds;

  mount(contract.modelInfo, async (_input, { principal, projectId, lang, subject }) => {
    const { row, may } = subject(modelKind, 'id');
    const [viewable, projectName] = await Promise.all([
      models.viewable(principal.enterpriseId, row.model.id),
      neighbours.projectName(principal.enterpriseId, projectId),
    ]);
    const shown = models.isLost(row.model, viewable)
      ? { ...row.model, status: 'failed' as const, reason: 'lost' }
      : row.model;
    return {
      ...models.present(shown, row.file.row, lang),
      project_name: projectName,
      viewable: viewable
        ? {
            version_id: viewable.id,
            version_no: viewable.version_no,
            bytes: viewable.frag_bytes ?? 0,
            converter: viewable.converter,
            outdated: models.isOutdated(viewable),
          }
        : null,
      storeys: models.metaOf(viewable?.meta)?.storeys ?? [],
      units: models.metaOf(viewable?.meta)?.units ?? {},
      can: {
        reparse: models.mayStartAgain(row.model, viewable) && may('reparse').allowed,
        viewpoint: may('viewpoint').allowed,
      },
    };
  });

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

/** The names of people, as the organisation tells them. */
export type NamesOf = (
  enterpriseId: number,
  userIds: readonly number[],
) => Promise<ReadonlyMap<number, { name: string }>>;

/** Calls that name people: the list of models, and all of viewpoints. */
export function viewpointRoutes(mount: Mount, models: Models, namesOf: NamesOf): void {
  mount(contract.modelIndex, async (input, { principal, projectId, lang }) => {
    const { list, total } = await models.page(principal, input);
    const names = await namesOf(
      principal.enterpriseId,
      list.flatMap(({ model }) => model.created_by ?? []),
    );
    const rows = list.map(({ model, file }) => ({
      ...models.present(model, file.row, lang),
      uploader: names.get(model.created_by ?? 0)?.name ?? '',
      can: { reparse: models.isDue(model) && mayReparse(principal, file, projectId) },
    }));
    return { list: rows, total, ...(input.ispage === 'not' ? {} : { page: input.page, size: input.size }) };
  });

  const { model: modelKind, viewpoint: viewpointKind, comment: commentKind } = models.kinds;
  const { viewpoints } = models;
  const nameIn = (names: ReadonlyMap<number, { name: string }>, id: number): string => names.get(id)?.name ?? '';

  mount(contract.viewpointIndex, async (input, { principal, subject }) => {
    const { row } = subject(modelKind, 'model_id');
    const repo = viewpoints.of(principal.enterpriseId);
    const all = input.ispage === 'not';
    const [rows, total] = await Promise.all([
      repo.list(
        row.model.id,
        all ? { limit: 1000, offset: 0 } : { limit: input.size, offset: (input.page - 1) * input.size },
      ),
      repo.count(row.model.id),
    ]);
    const [names, counts] = await Promise.all([
      namesOf(
        principal.enterpriseId,
        rows.map((entry) => entry.created_by),
      ),
      repo.commentCounts(rows.map((entry) => entry.id)),
    ]);
    const runs = decide(principal, {
      ask: 'node',
      scope: 'project',
      actions: ['Project-edit', 'File-admin'],
      projectId: row.model.project_id,
    }).allowed;
    const list = rows.map((entry) =>
      viewpoints.present(entry, {
        userName: nameIn(names, entry.created_by),
        comments: counts.get(entry.id) ?? 0,
        mayEdit: runs || entry.created_by === principal.userId,
      }),
    );
    return all ? { list, total } : { list, total, page: input.page, size: input.size };
  });

  mount(contract.viewpointInfo, async (_input, { principal, subject }) => {
    const { row, may } = subject(viewpointKind, 'id');
    const comments = await viewpoints.of(principal.enterpriseId).comments(row.id);
    const names = await namesOf(principal.enterpriseId, [row.created_by, ...comments.map((entry) => entry.user_id)]);
    const commentSubjects = await commentKind.load(
      principal,
      comments.map((entry) => entry.id),
    );
    return {
      ...viewpoints.present(row, {
        userName: nameIn(names, row.created_by),
        comments: comments.length,
        mayEdit: may('edit').allowed,
      }),
      comments: comments.map((entry) => ({
        id: entry.id,
        user_id: entry.user_id,
        user_name: nameIn(names, entry.user_id),
        content: entry.content,
        at: viewpoints.timeOf(entry.at),
        can: { del: commentSubjects.find((found) => found.id === entry.id)?.may('del').allowed === true },
      })),
    };
  });

  mount(contract.viewpointAdd, async (input, { actor, session, subject }) => {
    const { row } = subject(modelKind, 'model_id');
    return { id: await viewpoints.add({ ...actor, userId: session.userId }, row.model, input) };
  });
  mount(contract.viewpointEdit, async (input, { actor, session, subject }) => {
    await viewpoints.edit({ ...actor, userId: session.userId }, subject(viewpointKind, 'id').row, input);
    return null;
  });
  mount(contract.viewpointDel, async (_input, { actor, session, subject }) => {
    await viewpoints.del({ ...actor, userId: session.userId }, subject(viewpointKind, 'id').row);
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
    const picture = await viewpoints.of(principal.enterpriseId).thumb(subject(viewpointKind, 'id').id);
    if (!picture?.thumb) throw fail.notFound(true);
    await sendPicture(reply, { ...picture, thumb: picture.thumb });
  });
}
