import { taskComments } from '@prdm/contract/tasks/comments';
import type { CallContext } from '../../platform/http/call-context.ts';
import type { Mount } from '../../platform/http/mounting.ts';
import type { SubjectKind } from '../../platform/http/subjects.ts';
import type { Comments } from './index.ts';
import type { CommentOwner } from './owners.ts';

type SomeCalls = typeof taskComments;

const who = ({ actor, principal }: CallContext) => ({ actor: { ...actor, userId: principal.userId }, principal });

/**
 * The calls of one kind of record. The types are those of the task: the calls of all kinds differ only in the name of
 * the kind, which the types of a handler cannot carry as a parameter.
 */
export function commentRoutes(mount: Mount, comments: Comments, owner: CommentOwner<unknown>): void {
  const calls = owner.calls as unknown as SomeCalls;
  const records = owner.records as SubjectKind<unknown> as SubjectKind<unknown, 'task'>;
  const { service, kind } = comments;
  const targetOf = ({ id, row, projectId }: { id: number; row: unknown; projectId: number | null }) => ({
    owner,
    id,
    row,
    projectId,
  });

  mount(calls.index, (paging, context) =>
    service.list(context.principal, targetOf(context.subject(records, 'id')), paging),
  );
  mount(calls.readers, (_input, context) =>
    service.mentionable(context.principal, targetOf(context.subject(records, 'id'))),
  );
  mount(calls.add, ({ text, pictures }, context) => {
    const mentionIds = context.given.mention_ids.map(({ id }) => id);
    return service.add(who(context), targetOf(context.subject(records, 'id')), { text, pictures, mentionIds });
  });
  mount(calls.edit, ({ text, version }, context) => {
    const mentionIds = context.given.mention_ids.map(({ id }) => id);
    return service.edit(
      who(context),
      targetOf(context.subject(records, 'id')),
      context.subject(kind, 'comment_id').row,
      { text, version, mentionIds },
    );
  });
  mount(calls.del, async (_input, context) => {
    await service.del(who(context), targetOf(context.subject(records, 'id')), context.subject(kind, 'comment_id').row);
    return null;
  });
}
