import type { Clock } from '../clock.ts';
import { sha256 } from '../crypto.ts';
import type { ModuleDb, Trx } from '../db.ts';
import type { Registers } from '../http/server-module.ts';
import { defineJob, type Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import { mailRepo, type ClaimedMail, type MailTables } from './mail.repo.ts';
import type { Deliver, Delivery } from './smtp.ts';

export interface MailDraft {
  /** Identifies the event. A second mail with the same key is not stored. No secret: it is part of the Message-ID. */
  readonly key: string;
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** After this time the mail has no use and is dropped. */
  readonly expires_at?: Date;
}

/** The mail of a key at the moment of its sending. null: it has no use any more. */
export type Compose = (
  parts: readonly string[],
) => Promise<{ readonly to: string; readonly subject: string; readonly text: string } | null>;

/** Waits after a failed attempt, in minutes. After the last one the mail has failed. */
const RETRY_MINUTES = [1, 5, 30] as const;
/** A mail that expires cannot wait for half an hour: after its second retry it is tried each minute while it is of use. */
const EXPIRING_RETRY_MINUTES = [1, 5, 1] as const;
const LEASE_MS = 3 * 60_000;

const SendMail = defineJob<Record<string, never>>({ name: 'mail.send', retries: 0 });
const RetryMail = defineJob<Record<string, never>>({ name: 'mail.retry', retries: 0 });

/**
 * The outbox of mails. A mail is stored in the transaction of its cause and sent after it, by any worker. The mail
 * server accepts it once, except when the connection ends between its acceptance and our knowledge of it. Then it
 * may be sent again, with the same Message-ID.
 */
export class Mail {
  readonly #tables: ModuleDb<MailTables>;
  readonly #jobs: Jobs;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #deliver: Deliver | null;
  readonly #composers = new Map<string, Compose>();

  constructor(parts: { tables: ModuleDb<MailTables>; jobs: Jobs; clock: Clock; log: Log; deliver: Deliver | null }) {
    this.#tables = parts.tables;
    this.#jobs = parts.jobs;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#deliver = parts.deliver;
  }

  /** Whether a mail server is set. Without one no mail is stored and no screen may promise a mail. */
  get isOn(): boolean {
    return this.#deliver !== null;
  }

  /** Stores a mail in the caller's transaction. Without a mail server it does nothing. */
  async enqueue(trx: Trx, { key, to, subject, text, html, expires_at }: MailDraft): Promise<void> {
    if (!this.isOn) return;
    const mail = { key, recipient: to, subject, body: text, html: html ?? null, expires_at: expires_at ?? null };
    if (await mailRepo(this.#tables.within(trx)).add(mail, this.#clock.now())) await this.#jobs.send(trx, SendMail, {});
  }

  /** Writes the mails whose keys begin with `prefix:` when they are sent. The rest of the key is passed in parts. */
  composeBy(prefix: string, compose: Compose): void {
    this.#composers.set(prefix, compose);
  }

  /** Stores a mail that has only a key. Its text is written by `composeBy` at each attempt to send it. */
  enqueueComposed(trx: Trx, key: `${string}:${string}`): Promise<void> {
    return this.enqueue(trx, { key, to: '', subject: '', text: '' });
  }

  /** Sends every due mail and returns when none is left. Several processes may run it at once. */
  async sendDue(): Promise<void> {
    const deliver = this.#deliver;
    if (deliver === null) return;
    const repo = mailRepo(this.#tables.read);
    for (;;) {
      const now = this.#clock.now();
      for (const { id, attempts } of await repo.dropExpired(now)) this.#logDropped(id, attempts);
      const mail = await repo.claim(now, new Date(now.getTime() + LEASE_MS));
      if (mail === undefined) return;
      const letter = await this.#composed(mail);
      if (letter === null) await repo.settle(mail.id, mail.attempts, 'dropped', this.#clock.now());
      else await this.#settle(mail, await deliver(letter));
    }
  }

  get registers(): Registers {
    return {
      jobs: [SendMail, RetryMail],
      timers: [{ job: RetryMail, cron: '* * * * *', run: () => this.sendDue() }],
      start: async () => {
        await this.#jobs.work(SendMail, () => this.sendDue());
        return { stop: () => undefined };
      },
    };
  }

  sweep(): Promise<void> {
    return mailRepo(this.#tables.read).sweep();
  }

  async #composed(mail: ClaimedMail) {
    const letter = letterOf(mail);
    if (mail.recipient !== '') return letter;
    const [prefix = '', ...parts] = mail.key.split(':');
    const written = await this.#composers.get(prefix)?.(parts);
    return written ? { ...letter, ...written } : null;
  }

  async #settle({ id, attempts, expires_at }: ClaimedMail, delivery: Delivery): Promise<void> {
    const repo = mailRepo(this.#tables.read);
    const now = this.#clock.now();
    if (delivery.result === 'accepted') {
      await repo.settle(id, attempts, 'sent', now);
      await repo.retryUnreachable(now);
      return;
    }
    const { result, reason } = delivery;
    const minutes = result === 'refused' ? null : waitAfter(attempts, expires_at !== null);
    if (minutes === null) {
      this.#log.error({ mail: id, attempts, reason }, 'a mail could not be sent and is given up');
      await repo.settle(id, attempts, 'failed', now);
      return;
    }
    const dueAt = new Date(now.getTime() + minutes * 60_000);
    if (expires_at !== null && expires_at <= now) {
      this.#logDropped(id, attempts);
      await repo.settle(id, attempts, 'dropped', now);
      return;
    }
    this.#log.warn({ mail: id, attempts, reason, minutes }, 'a mail was not accepted and will be tried again');
    await repo.retryAt(id, attempts, dueAt, result === 'unreachable');
  }

  #logDropped(id: number, attempts: number): void {
    this.#log.warn({ mail: id, attempts }, 'a mail expired before the mail server accepted it and was dropped');
  }
}

/** Minutes until the next attempt, or null when there is none. */
function waitAfter(attempts: number, expires: boolean): number | null {
  if (!expires) return RETRY_MINUTES[attempts - 1] ?? null;
  return EXPIRING_RETRY_MINUTES[Math.min(attempts, EXPIRING_RETRY_MINUTES.length) - 1] ?? 1;
}

const letterOf = ({ key, recipient, subject, body, html }: ClaimedMail) => ({
  to: recipient,
  subject,
  text: body,
  ...(html === null ? {} : { html }),
  messageId: `<${sha256(key).toString('hex').slice(0, 40)}@prdm>`,
});
