import type { Actor } from '../../platform/actor.ts';
import { CommentAdded, CommentEdited, type OfComment } from '../comments/comments.events.ts';
import type { NoticeHandlers, NoticeDraft } from './notices.service.ts';

/**
 * Notices of comments: one per person. A mentioned person gets the mention only, people who work on the record get the
 * comment, the author gets none. A mention in an edit counts once, because its once key is the comment's.
 */
export const commentNotices: NoticeHandlers = (bus, notify) => {
  const notifyOf = (
    trx: Parameters<typeof notify>[0],
    { actor, data }: { actor: Actor; data: OfComment },
    { to, key }: { to: readonly number[]; key: 'mentioned' | 'commented' },
  ): Promise<void> => {
    const draft: NoticeDraft = {
      enterpriseId: actor.enterpriseId,
      userIds: to.filter((id) => id !== actor.userId),
      type: 'system',
      projectId: data.projectId,
      source: { kind: data.kind, id: data.recordId },
      text: { key: `comments.notice.${key}`, params: { by: actor.name, name: data.title } },
      pcPath: data.pcPath,
      onceKey: `comments.added:${data.commentId}`,
    };
    return notify(trx, draft);
  };

  bus.on(CommentAdded, 'after-commit', async (trx, happening) => {
    const { mentionedIds, concernedIds } = happening.data;
    await notifyOf(trx, happening, { to: mentionedIds, key: 'mentioned' });
    const others = concernedIds.filter((id) => !mentionedIds.includes(id));
    await notifyOf(trx, happening, { to: others, key: 'commented' });
  });
  bus.on(CommentEdited, 'after-commit', (trx, happening) =>
    notifyOf(trx, happening, { to: happening.data.mentionedIds, key: 'mentioned' }),
  );
};
