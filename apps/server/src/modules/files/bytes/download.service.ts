import { randomBytes } from 'node:crypto';
import { CODES } from '@prdm/contract/codes';
import { raw } from '@prdm/contract/files';
import { LIFETIMES } from '@prdm/contract/limits';
import { sameText, sign } from '../../../platform/crypto.ts';
import { AppError, fail } from '../../../platform/errors.ts';
import type { CallContext, RawCall } from '../../../platform/http/call-context.ts';
import { disposition } from '../../../platform/http/content-disposition.ts';
import { rangeOf } from '../../../platform/http/range.ts';
import { sendStored } from '../../../platform/http/send-stored.ts';
import { contentType } from './content.ts';
import { FileDownloaded } from '../files.events.ts';
import { secretRepo } from './secret.repo.ts';
import type { Parts } from '../parts.ts';
import type { FileKinds, VersionSubject } from '../subjects.ts';

/** The content of a signed address: the file version, the user, the session, the expiry, and show or save. */
interface Ticket {
  readonly enterpriseId: number;
  readonly versionId: number;
  readonly userId: number;
  readonly sessionId: number;
  /** Seconds since 1970 by the database's clock. */
  readonly until: number;
  readonly inline: boolean;
}

const textOf = (ticket: Ticket): string =>
  [
    ticket.enterpriseId,
    ticket.versionId,
    ticket.userId,
    ticket.sessionId,
    ticket.until,
    ticket.inline ? 'i' : 'a',
  ].join('.');

const WRITTEN = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,12})\.([ia])\.([\w-]{43})$/;

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

/** The signed address of one version for one session. */
export async function addressOf(
  parts: Parts,
  { session }: Pick<CallContext, 'session'>,
  versionId: number,
  inline: boolean,
): Promise<string> {
  const { enterpriseId, userId, id: sessionId } = session;
  const { secret, now } = await secretOf(parts, enterpriseId);
  const text = textOf({ enterpriseId, versionId, userId, sessionId, until: now + LIFETIMES.download, inline });
  return `${raw.path}?sign=${text}.${sign(secret, text)}`;
}

async function ticketOf(parts: Parts, written: string): Promise<Ticket> {
  const match = WRITTEN.exec(written);
  if (!match) throw fail.linkExpired();
  const [enterpriseId = 0, versionId = 0, userId = 0, sessionId = 0, until = 0] = match.slice(1, 6).map(Number);
  const ticket = { enterpriseId, versionId, userId, sessionId, until, inline: match[6] === 'i' };
  const repo = secretRepo(parts.tables.read, enterpriseId);
  const known = await repo.get();
  if (!known || !sameText(sign(known.secret, textOf(ticket)), match[7] ?? '')) throw fail.linkExpired();
  if (until <= known.now) throw fail.linkExpired();
  return ticket;
}

/**
 * Checks an address at each use: the session is live, the user is active, the file exists and the user holds the
 * right.
 */
async function open(parts: Parts, kinds: FileKinds, written: string, context: CallContext) {
  const ticket = await ticketOf(parts, written);
  const { enterpriseId, userId } = ticket;
  if (!(await parts.identity.isSessionAlive(enterpriseId, ticket.sessionId))) throw fail.sessionEnded();
  const { ip, agent, lang } = context;
  const caller = await parts.projects.callerNow(enterpriseId, userId, { ip, agent, lang });
  if (!caller) throw fail.sessionEnded();
  const [subject] = await kinds.version.load(caller.principal, [ticket.versionId]);
  if (!subject?.visible) throw fail.notFound();
  if (subject.archived) throw fail.archived();
  if (!subject.may(ticket.inline ? 'view' : 'download').allowed) throw fail.denied();
  return { ticket, caller, version: subject.row };
}

export async function serveRaw(
  parts: Parts,
  kinds: FileKinds,
  written: string,
  context: CallContext,
  call: RawCall,
): Promise<void> {
  const { ticket, caller, version } = await open(parts, kinds, written, context);
  const { sha256, size, file } = version;
  if ((await parts.storage.size(sha256)) !== size) {
    parts.log.error({ version: version.id }, 'the bytes of a file are missing');
    throw new AppError(CODES.notFound, 'files.lost', {}, { status: 404 });
  }
  const type = ticket.inline ? await contentType(parts.storage, version) : null;
  if (ticket.inline && type === null) throw fail.denied();
  const range = rangeOf(call.request.headers.range, size);
  // A download in several ranges counts once: the log row is written for the first range.
  if (!ticket.inline && (range === null || (range !== 'unsatisfiable' && range.start === 0))) {
    await parts.db.transaction((trx) =>
      parts.bus.emit(trx, FileDownloaded, {
        actor: caller.actor,
        target: { kind: 'file', id: file.id, name: file.name },
        projectId: file.project_id,
        after: { version_no: version.no },
        data: { projectId: file.project_id, fileId: file.id, versionId: version.id },
      }),
    );
  }
  await sendStored(call, parts.storage, {
    sha256,
    size,
    type: type ?? 'application/octet-stream',
    cacheControl: 'private, no-store',
    headers: {
      'content-disposition': disposition(nameOf(version), ticket.inline),
      'content-security-policy': ticket.inline && type === 'application/pdf' ? SAFE_PDF : SAFE,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  });
}

/** Content of users never runs: not as a page, not as a script, not in a foreign frame and not by type sniffing. */
const SAFE = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
/**
 * Chromium does not start its PDF viewer in a sandbox, even with all permissions. The viewer is a separate process
 * without our origin. `default-src 'none'` stops scripts in viewers that are pages. The type with nosniff stops the
 * browser from reading the bytes as a page.
 */
const SAFE_PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * The file's current name. The number of an older version is in the name, so that it does not overwrite the newest
 * when saved.
 */
function nameOf({ id, no, file }: VersionSubject): string {
  if (id === file.version_id) return file.name;
  const dot = file.name.lastIndexOf('.');
  return dot > 0 ? `${file.name.slice(0, dot)} (v${no})${file.name.slice(dot)}` : `${file.name} (v${no})`;
}
