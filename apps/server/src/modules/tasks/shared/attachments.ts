import { taskAttachments } from '@prdm/contract/tasks/attachments';
import type { SubjectKind } from '../../../platform/http/subjects.ts';
import type { AttachmentOwner } from '../../attachments/index.ts';
import { holderIn } from '../page/course.ts';
import type { TaskRecord } from '../task.repo.ts';
import { audienceOf } from './comments.ts';

/** The people who work on a task or manage it add attachments; `holds` are the nodes of the person in the project. */
export const mayAttach = (
  userId: number,
  task: Pick<TaskRecord, 'assigner_id' | 'executor_ids'>,
  holds: ReturnType<typeof holderIn>,
): boolean => task.assigner_id === userId || task.executor_ids.includes(userId) || holds('Task-edit');

/** Attachments of tasks. */
export const taskAttachmentOwner = (records: SubjectKind<TaskRecord, 'task'>): AttachmentOwner<TaskRecord, 'task'> => ({
  calls: taskAttachments,
  records,
  about: (task) => ({ title: task.title, audience: audienceOf(task) }),
  mayRemove: (principal, task) => task.assigner_id === principal.userId,
});
