import { commentCalls } from '../kit/comments.ts';

/** Comments on a task. Every reader of the task may write one (decisions.md, carbon copy). */
export const taskComments = commentCalls({ kind: 'task', path: '/apis/task', right: 'read' });
