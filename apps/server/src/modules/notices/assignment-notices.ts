import { AssignmentMoved, AssignmentUnassignable } from '../processes/process.events.ts';
import type { NoticeHandlers } from './notices.service.ts';

/**
 * Notices for the assignments of a user who can no longer decide. The new reviewer receives the request to decide. An
 * unassignable assignment is reported to the users who can act.
 */
export const assignmentNotices: NoticeHandlers = (bus, notify) => {
  bus.on(AssignmentMoved, 'after-commit', async (trx, { actor, data }) => {
    if (!data.open) return; // the reviewer is notified when the stage opens
    await notify(trx, {
      enterpriseId: actor.enterpriseId,
      userIds: [data.toId],
      type: 'next_task',
      projectId: data.projectId,
      source: { kind: data.subject.kind, id: data.subject.id },
      pcPath: data.subject.pcPath,
      onceKey: `${AssignmentMoved.name}:${data.assignmentId}:${data.step}`,
      text: { key: 'notices.seatMoved', params: { name: data.subject.name, stage: data.stageName } },
    });
  });
  bus.on(AssignmentUnassignable, 'after-commit', (trx, { actor, data }) =>
    notify(trx, {
      enterpriseId: actor.enterpriseId,
      userIds: [
        data.starterId,
        ...(data.managerId === null ? [] : [data.managerId]),
        ...(actor.userId === null ? [] : [actor.userId]),
      ],
      type: 'review',
      projectId: data.projectId,
      source: { kind: data.subject.kind, id: data.subject.id },
      pcPath: data.subject.pcPath,
      onceKey: `${AssignmentUnassignable.name}:${data.processId}:${data.position}:${data.at}`,
      text: {
        key: data.removed ? 'notices.seatStrandedRemoved' : 'notices.seatStranded',
        params: { name: data.subject.name, stage: data.stageName, who: data.userName },
      },
    }),
  );
};
