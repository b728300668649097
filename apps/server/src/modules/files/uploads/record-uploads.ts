import { fail } from '../../../platform/errors.ts';
import type { UploadRules } from '../../../platform/uploads/upload-server.ts';
import type { CallContext } from '../../../platform/http/call-context.ts';
import { checkedName } from '../names.ts';
import { reposOf, type Caller, type Parts } from '../parts.ts';
import type { RecordUpload } from './record-target.ts';
import type { RecordAnswer } from './record-finish.ts';
import { admit } from './room.ts';
import { finish, stateOf, uploadRules } from './upload.service.ts';
import type { UploadRow } from './upload.repo.ts';

/** An upload request that names a record, on which the caller may add. */
export interface RecordUploadCall extends Caller, Pick<CallContext, 'lang'> {
  readonly record: RecordUpload;
}

const isFor = (row: UploadRow, { kind, id }: RecordUpload): boolean => row.record_kind === kind && row.record_id === id;

/** The rules of uploads to records: reservations, writers and the sweep are those of uploads to folders. */
export function recordUploadRules(parts: Parts): UploadRules<RecordUploadCall> {
  const { allow, wrote, stateOf: anyState, forget } = uploadRules(parts);
  const ownOf = async ({ actor, record }: RecordUploadCall, key: string): Promise<UploadRow> => {
    const row = await reposOf(parts, actor.enterpriseId).uploads.own(key, actor.userId ?? 0);
    if (!row || !isFor(row, record)) throw fail.notFound();
    return row;
  };
  return {
    allow,
    wrote,
    stateOf: anyState,
    forget,
    async begin(call, { id: key, size, metadata }) {
      const { actor, record } = call;
      const name = checkedName(metadata.filename ?? '', 'filename');
      await parts.records.get().admit(call, record);
      await admit(
        parts,
        { enterprise_id: actor.enterpriseId, user_id: actor.userId ?? 0 },
        {
          key,
          project_id: record.projectId,
          folder_id: null,
          record_kind: record.kind,
          record_id: record.id,
          name,
          place: [],
          size,
          counting: false,
        },
      );
    },
    async find(call, key) {
      const row = await ownOf(call, key);
      if (row.status === 'refused') throw fail.notFound();
      return stateOf(parts, row);
    },
    finish: async (call, key) => finish(parts, await ownOf(call, key), call),
  };
}

/** The answer of an own upload to a record; it may be repeated. Throws 1006 for an upload to a folder. */
export async function finishOnRecord(parts: Parts, caller: Caller, key: string): Promise<RecordAnswer> {
  const row = await reposOf(parts, caller.actor.enterpriseId).uploads.own(key, caller.actor.userId ?? 0);
  const answer = row ? await finish(parts, row, caller) : null;
  if (answer === null || !('attachment_id' in answer)) throw fail.notFound();
  return answer;
}
