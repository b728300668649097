import { taskComments } from '@prdm/contract/tasks/comments';
import type { SubjectKind } from '../../../platform/http/subjects.ts';
import type { CommentOwner } from '../../comments/index.ts';
import { pagePath, type TasksParts } from '../parts.ts';
import type { TaskRecord } from '../task.repo.ts';

/** People who work on a task. The executors of a draft may not see it yet. */
export const concernedIn = (task: TaskRecord): number[] =>
  task.published_at === null ? [task.assigner_id] : [task.assigner_id, ...task.executor_ids];

/** Browsers that may show a task. A draft notifies its starter only. */
export const audienceOf = (task: TaskRecord) =>
  task.published_at === null ? { users: [task.assigner_id] } : { project: task.project_id };

/** Comments on tasks. Every reader of the task may write one, also a carbon copy. */
export const taskCommentOwner = (
  parts: Pick<TasksParts, 'projects'>,
  records: SubjectKind<TaskRecord, 'task'>,
): CommentOwner<TaskRecord, 'task'> => ({
  calls: taskComments,
  records,
  right: 'read',
  about: (task) => ({
    title: task.title,
    pcPath: pagePath(task.id),
    concernedIds: concernedIn(task),
    audience: audienceOf(task),
  }),
  async candidates(enterpriseId, task) {
    if (task.published_at === null) return [task.assigner_id];
    const members = await parts.projects.membersOf(enterpriseId, task.project_id);
    return [...new Set([...members.map(({ userId }) => userId), task.assigner_id])];
  },
});
