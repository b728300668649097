import { decided, refusedBecause } from '../../../platform/http/decisions.ts';
import type { Subject, SubjectKind } from '../../../platform/http/subjects.ts';
import { reposOf, type Parts } from '../parts.ts';
import type { FolderSubject } from '../subjects.ts';
import type { UploadRow } from './upload.repo.ts';

/**
 * An own upload to a record. The call names the record too, which decides; the two must belong together. It knows only
 * `attach`, so no call for folders accepts it.
 */
const ofRecord = (row: UploadRow): Subject<UploadRow> => ({
  id: row.id,
  key: row.key,
  row,
  projectId: row.project_id,
  visible: true,
  parents: { [row.record_kind ?? '']: row.record_id ?? 0 },
  may: (right) => decided(right === 'attach', right),
});

/**
 * Uploads by their key. Only the owner can see an upload, and its rights are the current rights of its folder.
 * Another user's upload answers 1006 like one that does not exist, also when the call names no project.
 */
export function uploadKind(
  parts: Pick<Parts, 'tables'>,
  folders: SubjectKind<FolderSubject>,
): SubjectKind<UploadRow> & Required<Pick<SubjectKind<UploadRow>, 'loadByKey'>> {
  return {
    kind: 'upload',
    scope: 'enterprise',
    load: () => Promise.resolve([]), // no call names an upload by its number
    async loadByKey(principal, keys) {
      const rows = await reposOf(parts, principal.enterpriseId).uploads.ownAmong(keys, principal.userId);
      const folderIds = rows.flatMap(({ folder_id: id }) => (id === null ? [] : [id]));
      const homes = await folders.load(principal, [...new Set(folderIds)]);
      const homeOf = new Map(homes.map((home) => [home.id, home]));
      return rows.map((row) => {
        if (row.record_kind !== null) return ofRecord(row);
        const home = homeOf.get(row.folder_id ?? 0);
        return {
          id: row.id,
          key: row.key,
          row,
          projectId: row.project_id,
          archived: home?.archived === true,
          visible: home?.visible === true,
          may: (right) => (right === 'attach' ? undefined : home?.may(right)) ?? refusedBecause(right),
        };
      });
    },
  };
}
