import { attachmentCalls } from '../kit/attachments.ts';

/** Attachments of a task. The assigner, the executors and the project manager add them. */
export const taskAttachments = attachmentCalls({ kind: 'task', path: '/apis/task' });
