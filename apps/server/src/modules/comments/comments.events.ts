import { defineEvent } from '../../platform/bus.ts';

/** A comment on a record of any kind. */
export interface OfComment {
  /** Subject kind and id of the record. */
  readonly kind: string;
  readonly recordId: number;
  readonly title: string;
  readonly projectId: number | null;
  /** The page of the record, open at the comment. */
  readonly pcPath: string;
  readonly commentId: number;
}

/** `mentionedIds`: readers mentioned in the text. `concernedIds`: people who work on the record. */
export const CommentAdded = defineEvent<
  OfComment & { mentionedIds: readonly number[]; concernedIds: readonly number[] }
>('comments.added');
/** `mentionedIds`: readers whom this edit mentions for the first time. */
export const CommentEdited = defineEvent<OfComment & { mentionedIds: readonly number[] }>('comments.edited');
export const CommentDeleted = defineEvent<OfComment>('comments.deleted');
