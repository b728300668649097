import type { Principal } from '@prdm/access';
import { NOTICE_TYPES, type NoticeType } from '@prdm/contract/status';
import { dayNumber, wireDay } from '@prdm/contract/kit/shanghai';
import type { Lang } from '@prdm/locales';
import { languageOf } from '@prdm/locales/language';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, ModuleDb, Trx } from '../../../platform/db.ts';
import { holdsProject, projectScopeOf } from '../../../platform/http/project-scope.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Site } from '../../../platform/mail/site.ts';
import { DIGEST_MAX, digestMail, noticeMail, type MailText, type ShownNotice } from './mail-text.ts';
import { settingsRepo, type MailedNotice, type MailTables, type Ways } from './settings.repo.ts';

/** The receiver of a mail at the moment of its sending. */
export interface Receiver {
  readonly principal: Principal;
  /** '' without an address. */
  readonly email: string;
}

/** Facts of higher modules, which `modules.ts` passes in. */
export interface MailSources {
  /** null for a person who is disabled or has left. */
  receiverOf(enterpriseId: number, userId: number): Promise<Receiver | null>;
  projects(
    enterpriseId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, { readonly name: string; readonly secret: boolean }>>;
  enterpriseIds(): Promise<readonly number[]>;
  defaultLang(enterpriseId: number, trx?: Trx): Promise<Lang>;
}

export interface NoticeMailsParts {
  readonly db: Database;
  readonly tables: ModuleDb<MailTables>;
  readonly clock: Clock;
  readonly mail: Mail;
  readonly site: Site;
}

/** Kinds of notices that come in the digest. */
const digestTypes = (ways: Ways): NoticeType[] => NOTICE_TYPES.filter((type) => ways[type] === 'digest');

/**
 * E-mails of notices. The outbox of mails holds only the key. Text, language, address and rights are those of the moment
 * of the sending, so a person who lost the project gets nothing.
 */
export function createNoticeMails(parts: NoticeMailsParts) {
  let sources: MailSources | null = null;
  const repoOf = (enterpriseId: number, trx?: Trx) =>
    settingsRepo(trx ? parts.tables.within(trx) : parts.tables.read, enterpriseId);

  async function shownTo(
    enterpriseId: number,
    { principal }: Receiver,
    notices: readonly MailedNotice[],
  ): Promise<ShownNotice[]> {
    const scope = projectScopeOf(principal);
    const seen = notices.filter(({ project_id: id }) => id === null || holdsProject(scope, id));
    const ids = seen.flatMap(({ project_id: id }) => id ?? []);
    const projects = await sources?.projects(enterpriseId, [...new Set(ids)]);
    return seen.map((notice) => {
      const project = projects?.get(notice.project_id ?? 0);
      // A project that cannot be read counts as secret.
      return {
        notice,
        projectName: project?.name ?? '',
        secret: notice.project_id !== null && project?.secret !== false,
      };
    });
  }

  async function langOf(enterpriseId: number, userId: number, trx?: Trx): Promise<Lang> {
    const [setting] = await repoOf(enterpriseId, trx).of([userId]);
    return languageOf(setting?.language, await sources?.defaultLang(enterpriseId, trx));
  }

  const frameFor = async (enterpriseId: number, userId: number) => ({
    product: await parts.site.titleOf(enterpriseId),
    publicUrl: parts.site.publicUrl,
    lang: await langOf(enterpriseId, userId),
  });

  /** null: the mail has no use any more and is dropped. */
  async function composeNotice(enterpriseId: number, id: number): Promise<(MailText & { to: string }) | null> {
    const notice = await repoOf(enterpriseId).notice(id);
    if (notice === undefined) return null;
    const receiver = await sources?.receiverOf(enterpriseId, notice.user_id);
    if (!receiver || receiver.email === '') return null;
    const [shown] = await shownTo(enterpriseId, receiver, [notice]);
    if (shown === undefined) return null;
    return { to: receiver.email, ...noticeMail(await frameFor(enterpriseId, notice.user_id), shown) };
  }

  async function composeDigest(enterpriseId: number, userId: number, day: string) {
    const [[setting], receiver] = await Promise.all([
      repoOf(enterpriseId).of([userId]),
      sources?.receiverOf(enterpriseId, userId),
    ]);
    if (setting === undefined || !receiver || receiver.email === '') return null;
    const { digest_from: from, digest_to: to, ways } = setting;
    const scope = projectScopeOf(receiver.principal);
    const span = { userId, types: digestTypes(ways), from, to, scope };
    const unread = await repoOf(enterpriseId).unread(span, DIGEST_MAX);
    const first = await shownTo(enterpriseId, receiver, unread.first);
    if (first.length === 0) return null;
    return {
      to: receiver.email,
      ...digestMail(await frameFor(enterpriseId, userId), day, { first, count: unread.count }),
    };
  }

  parts.mail.composeBy('notice', ([enterprise, id]) => composeNotice(Number(enterprise), Number(id)));
  parts.mail.composeBy('digest', ([enterprise, user, day]) =>
    composeDigest(Number(enterprise), Number(user), String(day)),
  );

  return {
    /** The language of a person: the own setting, else that of the enterprise, else Chinese. */
    langOf,

    setSources(given: MailSources): void {
      sources = given;
    },

    /**
     * Enqueues the mails of new notices. `asked`: the record wants an e-mail, which then goes to every receiver who has
     * the standard choice for the kind.
     */
    async enqueue(
      trx: Trx,
      enterpriseId: number,
      added: readonly { id: number; user_id: number }[],
      { type, asked }: { type: NoticeType; asked: boolean },
    ): Promise<void> {
      if (!parts.mail.isOn || added.length === 0) return;
      const settings = await repoOf(enterpriseId, trx).of(added.map((one) => one.user_id));
      const ways = new Map(settings.map((setting) => [setting.user_id, setting.ways]));
      for (const { id, user_id: userId } of added) {
        const way = ways.get(userId)?.[type] ?? (asked ? 'mail' : 'none');
        if (way === 'mail') await parts.mail.enqueueComposed(trx, `notice:${enterpriseId}:${id}`);
      }
    },

    /**
     * Enqueues the digests of today, one for each person. Several processes may run it at once. Returns the number of
     * mails.
     */
    async sendDigests(): Promise<number> {
      if (!parts.mail.isOn || sources === null) return 0;
      const day = wireDay(dayNumber(parts.clock.now()));
      let sent = 0;
      for (const enterpriseId of await sources.enterpriseIds())
        for (const setting of await repoOf(enterpriseId).awaitingDigest(day))
          sent += (await parts.db.transaction((trx) => oneDigest(trx, enterpriseId, setting.user_id, day))) ? 1 : 0;
      return sent;
    },
  };

  async function oneDigest(trx: Trx, enterpriseId: number, userId: number, day: string): Promise<boolean> {
    const repo = repoOf(enterpriseId, trx);
    const [setting] = await repo.of([userId]);
    if (setting === undefined) return false;
    const from = setting.digest_to;
    const to = await repo.newestUnread({ userId, types: digestTypes(setting.ways), from });
    if (to === undefined || !(await repo.takeDigest(userId, day, { from, to }))) return false;
    await parts.mail.enqueueComposed(trx, `digest:${enterpriseId}:${userId}:${day}`);
    return true;
  }
}

export type NoticeMails = ReturnType<typeof createNoticeMails>;
