import type { NoticeSettings, NoticeWay } from '@prdm/contract/identity/notice-settings';
import { NOTICE_TYPES, type NoticeType } from '@prdm/contract/status';
import type { Lang } from '@prdm/locales';
import type { Actor } from '../../../platform/actor.ts';
import type { Bus } from '../../../platform/bus.ts';
import { fail } from '../../../platform/errors.ts';
import { NoticeSettingsChanged } from '../notices.events.ts';
import type { NoticeMails, NoticeMailsParts } from './notice-mails.ts';
import { settingsRepo, type Ways } from './settings.repo.ts';

export type GivenWays = Readonly<Record<NoticeType, NoticeWay>>;

/** Every kind with its choice. */
const wholeOf = (ways: Ways): GivenWays =>
  Object.fromEntries(NOTICE_TYPES.map((type) => [type, ways[type] ?? 'standard'])) as GivenWays;

/** The own choice of e-mails. */
export function noticeSettings(
  parts: NoticeMailsParts & { readonly bus: Bus },
  { langOf }: Pick<NoticeMails, 'langOf'>,
) {
  return {
    async read(
      { enterpriseId, userId }: { readonly enterpriseId: number; readonly userId: number },
      email: string,
    ): Promise<NoticeSettings> {
      const [stored] = await settingsRepo(parts.tables.read, enterpriseId).of([userId]);
      return {
        mail: parts.mail.isOn,
        email,
        ways: wholeOf(stored?.ways ?? {}),
        language: await langOf(enterpriseId, userId),
        version: stored?.version ?? 1,
      };
    },

    /** Throws 1009 when the choice changed since `version`. */
    edit(
      actor: Actor & { readonly userId: number },
      { ways, language, version }: { readonly ways: GivenWays; readonly language: Lang; readonly version: number },
    ): Promise<void> {
      const { enterpriseId, userId, name } = actor;
      const kept = Object.fromEntries(Object.entries(ways).filter(([, way]) => way !== 'standard')) as Ways;
      return parts.db.transaction(async (trx) => {
        const repo = settingsRepo(parts.tables.within(trx), enterpriseId);
        const [before] = await repo.of([userId]);
        if (!(await repo.store(userId, version, kept, language))) throw fail.conflict();
        await parts.bus.emit(trx, NoticeSettingsChanged, {
          actor,
          target: { kind: 'user', id: userId, name },
          before: { ...wholeOf(before?.ways ?? {}), ...(before ? { language: before.language } : {}) },
          after: { ...ways, language },
          data: { userId },
        });
      });
    },
  };
}
