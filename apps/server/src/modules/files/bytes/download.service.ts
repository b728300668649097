import { raw } from '@prdm/contract/files';
import { fail } from '../../../platform/errors.ts';
import type { CallContext, RawCall } from '../../../platform/http/call-context.ts';
import { FileDownloaded } from '../files.events.ts';
import type { Parts } from '../parts.ts';
import type { FileKinds, VersionSubject } from '../subjects.ts';
import { sendContent } from './send-content.ts';
import { readTicket, writeTicket } from './tickets.ts';

/** The signed address of one version for one session. */
export const addressOf = async (
  parts: Parts,
  context: Pick<CallContext, 'session'>,
  versionId: number,
  inline: boolean,
): Promise<string> => `${raw.path}?sign=${await writeTicket(parts, context, 'file', { subjectId: versionId, inline })}`;

/** Also checks that the file exists and that the user still holds the right. */
async function open(parts: Parts, kinds: FileKinds, written: string, context: CallContext) {
  const { ticket, caller } = await readTicket(parts, 'file', written, context);
  const [subject] = await kinds.version.load(caller.principal, [ticket.subjectId]);
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
  const { id, no, sha256, size, file } = version;
  const content = { id, sha256, size, ext: file.ext, name: nameOf(version), inline: ticket.inline };
  await sendContent(parts, call, content, () =>
    parts.db.transaction((trx) =>
      parts.bus.emit(trx, FileDownloaded, {
        actor: caller.actor,
        target: { kind: 'file', id: file.id, name: file.name },
        projectId: file.project_id,
        after: { version_no: no },
        data: { projectId: file.project_id, fileId: file.id, versionId: id },
      }),
    ),
  );
}

/**
 * The file's current name. The number of an older version is in the name, so that it does not overwrite the newest
 * when saved.
 */
function nameOf({ id, no, file }: VersionSubject): string {
  if (id === file.version_id) return file.name;
  const dot = file.name.lastIndexOf('.');
  return dot > 0 ? `${file.name.slice(0, dot)} (v${no})${file.name.slice(dot)}` : `${file.name} (v${no})`;
}
