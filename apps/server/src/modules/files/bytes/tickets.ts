import { randomBytes } from 'node:crypto';
import { LIFETIMES } from '@prdm/contract/limits';
import { sameText, sign } from '../../../platform/crypto.ts';
import { fail } from '../../../platform/errors.ts';
import type { CallContext } from '../../../platform/http/call-context.ts';
import type { Caller, Parts } from '../parts.ts';
import { secretRepo } from './secret.repo.ts';

/** Records whose bytes have signed addresses. An address of one kind is invalid for another. */
export type TicketUse = 'file' | 'attachment';

/** The content of a signed address: the record, the user, the session, the expiry, and show or save. */
export interface Ticket {
  readonly enterpriseId: number;
  readonly subjectId: number;
  readonly userId: number;
  readonly sessionId: number;
  /** Seconds since 1970 by the database's clock. */
  readonly until: number;
  readonly inline: boolean;
}

const textOf = (ticket: Ticket): string =>
  [
    ticket.enterpriseId,
    ticket.subjectId,
    ticket.userId,
    ticket.sessionId,
    ticket.until,
    ticket.inline ? 'i' : 'a',
  ].join('.');
const WRITTEN = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,12})\.([ia])\.([\w-]{43})$/;

const signed = (secret: Buffer, use: TicketUse, text: string): string =>
  sign(secret, use === 'file' ? text : `${use}.${text}`);

/** The secret of an enterprise, created at first use. */
async function secretOf(parts: Parts, enterpriseId: number): Promise<{ secret: Buffer; now: number }> {
  const repo = secretRepo(parts.tables.read, enterpriseId);
  const known = await repo.get();
  if (known) return known;
  await repo.add(randomBytes(32));
  const made = await repo.get();
  if (!made) throw new Error('no secret for download addresses');
  return made;
}

/** The signed part of an address of one record for one session. */
export async function writeTicket(
  parts: Parts,
  { session }: Pick<CallContext, 'session'>,
  use: TicketUse,
  { subjectId, inline }: { subjectId: number; inline: boolean },
): Promise<string> {
  const { enterpriseId, userId, id: sessionId } = session;
  const { secret, now } = await secretOf(parts, enterpriseId);
  const text = textOf({ enterpriseId, subjectId, userId, sessionId, until: now + LIFETIMES.download, inline });
  return `${text}.${signed(secret, use, text)}`;
}

/**
 * Checks an address at each use: the signature, the expiry, the session and the user. Throws 410 or 5. The caller then
 * checks the user's rights on the record.
 */
export async function readTicket(
  parts: Parts,
  use: TicketUse,
  written: string,
  context: Pick<CallContext, 'ip' | 'agent' | 'lang'>,
): Promise<{ ticket: Ticket; caller: Caller }> {
  const match = WRITTEN.exec(written);
  if (!match) throw fail.linkExpired();
  const [enterpriseId = 0, subjectId = 0, userId = 0, sessionId = 0, until = 0] = match.slice(1, 6).map(Number);
  const ticket = { enterpriseId, subjectId, userId, sessionId, until, inline: match[6] === 'i' };
  const known = await secretRepo(parts.tables.read, enterpriseId).get();
  if (!known || !sameText(signed(known.secret, use, textOf(ticket)), match[7] ?? '')) throw fail.linkExpired();
  if (until <= known.now) throw fail.linkExpired();
  if (!(await parts.identity.isSessionAlive(enterpriseId, sessionId))) throw fail.sessionEnded();
  const { ip, agent, lang } = context;
  const caller = await parts.projects.callerNow(enterpriseId, userId, { ip, agent, lang });
  if (!caller) throw fail.sessionEnded();
  return { ticket, caller };
}
