import type { SubjectKindName } from '@prdm/contract/kit';
import { commentKind } from './comments.subject.ts';
import {
  addComment,
  deleteComment,
  editComment,
  listComments,
  mentionable,
  type CommentParts,
} from './comments.service.ts';
import { CommentOwners, type CommentOwner } from './owners.ts';
import { bound } from '../../platform/bound.ts';

/**
 * Comments on records of any kind {kind, id}. This module owns the tables `comment` and `comment_mention`. Invariants:
 * the readers of a record read and write its comments; only the author changes a comment; a deleted comment leaves its
 * trace; a mentioned person may read the record.
 */
export type Comments = ReturnType<typeof createComments>;
export type { CommentOwner } from './owners.ts';

export function createComments(parts: CommentParts) {
  const owners = new CommentOwners();
  return {
    /** Registers a kind of record. The module of the kind calls it once, before the routes are mounted. */
    for: <Row, K extends SubjectKindName>(owner: CommentOwner<Row, K>): void => owners.add(owner),
    owners: () => owners.all(),
    /** Subject kind of a comment id; its right is `own`. */
    kind: commentKind(parts.tables, owners),
    service: {
      list: bound(parts, listComments),
      mentionable: bound(parts, mentionable),
      add: bound(parts, addComment),
      edit: bound(parts, editComment),
      del: bound(parts, deleteComment),
    },
  };
}
