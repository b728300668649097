import { SeatMoved, SeatStranded } from '../processes/processes.events.ts';
import type { NoticeHandlers } from './notices.service.ts';

/** Seats of somebody who cannot decide any more: who has one now is asked to decide; where nobody could take it, those are told who can act. */
export const seatNotices: NoticeHandlers = (bus, tell) => {
  bus.on(SeatMoved, 'after-commit', async (trx, { actor, data }) => {
    if (!data.open) return; // told when its turn comes
    await tell(trx, {
      enterpriseId: actor.enterpriseId,
      userIds: [data.toId],
      type: 'next_task',
      projectId: data.projectId,
      source: { kind: data.subject.kind, id: data.subject.id },
      pcPath: data.subject.pcPath,
      onceKey: `${SeatMoved.name}:${data.seatId}:${data.step}`,
      text: { key: 'notices.seatMoved', params: { name: data.subject.name, stage: data.stageName } },
    });
  });
  bus.on(SeatStranded, 'after-commit', (trx, { actor, data }) =>
    tell(trx, {
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
      onceKey: `${SeatStranded.name}:${data.processId}:${data.position}:${data.at}`,
      text: {
        key: data.removed ? 'notices.seatStrandedRemoved' : 'notices.seatStranded',
        params: { name: data.subject.name, stage: data.stageName, who: data.userName },
      },
    }),
  );
};
