import { LIMITS } from '@prdm/contract/limits';

interface Written {
  readonly author_id: number;
  readonly created_at: Date;
  readonly deleted_at: Date | null;
}

/** Whether the time for edits has ended. The last millisecond still counts. */
export const isSettled = ({ created_at: at }: Pick<Written, 'created_at'>, now: Date): boolean =>
  now.getTime() - at.getTime() > LIMITS.commentEditMinutes * 60_000;

/** Actions of a reader on a comment: only its author edits, for some minutes, and deletes, at any time. */
export function canDo(comment: Written, readerId: number, now: Date): { edit: boolean; del: boolean } {
  const isOwn = comment.author_id === readerId && comment.deleted_at === null;
  return { edit: isOwn && !isSettled(comment, now), del: isOwn };
}
