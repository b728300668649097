/** Comments on a record. The feature of the record passes its calls. */
export { Comments } from './parts/comments.tsx';
export { useCommentCount, type CommentCalls } from './comments.queries.ts';
