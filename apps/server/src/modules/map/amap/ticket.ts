import { sameText, sha256, sign } from '../../../platform/crypto.ts';

/** Seconds of a ticket. AMap reads its service address once, so it must outlast a dialog. */
export const TICKET_SECONDS = 3600;

export interface Ticket {
  readonly enterpriseId: number;
  readonly userId: number;
  readonly sessionId: number;
  /** Seconds since 1970. */
  readonly until: number;
}

const WRITTEN = /^(\d{1,15})-(\d{1,15})-(\d{1,15})-(\d{1,12})-([\w-]{43})$/;
const textOf = ({ enterpriseId, userId, sessionId, until }: Ticket): string =>
  `${enterpriseId}-${userId}-${sessionId}-${until}`;
/** The security code never leaves the server. Its hash signs, so all processes agree without a table. */
const secretOf = (securityCode: string): Buffer => sha256(`map ticket ${securityCode}`);

export const writeTicket = (securityCode: string, ticket: Ticket): string =>
  `${textOf(ticket)}-${sign(secretOf(securityCode), textOf(ticket))}`;

/** The ticket of an address, or null when it is not ours or has expired. The caller checks the session. */
export function readTicket(securityCode: string, written: string, nowSeconds: number): Ticket | null {
  const match = WRITTEN.exec(written);
  if (match === null) return null;
  const [enterpriseId = 0, userId = 0, sessionId = 0, until = 0] = match.slice(1, 5).map(Number);
  const ticket = { enterpriseId, userId, sessionId, until };
  if (!sameText(sign(secretOf(securityCode), textOf(ticket)), match[5] ?? '')) return null;
  return until > nowSeconds ? ticket : null;
}
