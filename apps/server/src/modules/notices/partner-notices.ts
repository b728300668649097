import type { Actor } from '../../platform/actor.ts';
import {
  InvitationAccepted,
  InvitationRefused,
  PartnerInvited,
  type OfInvitation,
} from '../projects/partners/partners.events.ts';
import type { NoticeDraft, NoticeHandlers } from './notices.service.ts';

const draftOf = (
  event: string,
  { actor, data }: { actor: Actor; data: OfInvitation },
): Pick<NoticeDraft, 'enterpriseId' | 'type' | 'source' | 'onceKey'> => ({
  enterpriseId: actor.enterpriseId,
  type: 'system',
  source: { kind: 'invitation', id: data.invitationId },
  onceKey: `${event}:${data.invitationId}`,
});

/**
 * Notices of invitations of partner firms. The invited person is outside the project, so that notice belongs to no
 * project and has no name of it.
 */
export const partnerNotices: NoticeHandlers = (bus, notify) => {
  bus.on(PartnerInvited, 'after-commit', async (trx, happening) => {
    const { actor, data } = happening;
    if (data.userId === null) return;
    await notify(trx, {
      ...draftOf(PartnerInvited.name, happening),
      projectId: null,
      userIds: [data.userId],
      text: { key: 'partners.notice.invited', params: { by: actor.name } },
      pcPath: '/invited',
    });
  });
  for (const [event, key] of [
    [InvitationAccepted, 'accepted'],
    [InvitationRefused, 'refused'],
  ] as const)
    bus.on(event, 'after-commit', async (trx, happening) => {
      const { actor, data } = happening;
      await notify(trx, {
        ...draftOf(event.name, happening),
        projectId: data.projectId,
        userIds: [data.inviterId],
        text: { key: `partners.notice.${key}`, params: { by: actor.name, firm: data.firm } },
        pcPath: `/project/detail?id=${data.projectId}&tab=members`,
      });
    });
};
