import { useState } from 'react';
import { CODES } from '@prdm/contract/codes';
import type { FolderRight } from '@prdm/contract/status';
import { CallError } from '../../../../lib/api/call-error.ts';
import { useT } from '../../../../lib/i18n.ts';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { toast } from '../../../../lib/toasts.ts';
import { usePermissionSet, type PermissionRow } from '../../files.queries.ts';
import { changesIn, isStale, keyOf, onLatest, ticked, type RightsChange, type Ticks } from './permission-rules.ts';

export interface RightsDraft {
  readonly changes: readonly RightsChange[];
  readonly rightsOf: (row: PermissionRow) => readonly FolderRight[];
  readonly set: (row: PermissionRow, rights: readonly FolderRight[]) => void;
  /** Error of the server for a save of a row that another user has changed meanwhile. */
  readonly clash: string | null;
  /** Loads the newest rights and keeps the ticks. Null until the newest rights are loaded. */
  readonly takeLatest: (() => void) | null;
  readonly save: () => Promise<void>;
  readonly isBusy: boolean;
}

/**
 * Unsaved ticks in the rights of a folder. A row keeps the rights under its first tick during updates of the list. So a
 * save changes only what the user ticked.
 */
export function useRightsDraft(
  place: { projectId: number; folderId: number },
  rows: readonly PermissionRow[],
  own: readonly FolderRight[],
): RightsDraft {
  const t = useT();
  const call = usePermissionSet();
  const [draft, setDraft] = useState<ReadonlyMap<string, Ticks>>(new Map());
  const [clash, setClash] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const changes = changesIn(rows, draft);
  const stale = rows.filter((row) => {
    const ticks = draft.get(keyOf(row));
    return ticks !== undefined && isStale(row, ticks);
  });
  const put = (row: PermissionRow, next: (before: Ticks | undefined) => Ticks | null) =>
    setDraft((before) => {
      const [draft, ticks] = [new Map(before), next(before.get(keyOf(row)))];
      if (ticks === null) draft.delete(keyOf(row));
      else draft.set(keyOf(row), ticks);
      return draft;
    });

  /** One call for each person and role. A refused call does not undo the others, whose ticks are saved and removed. */
  const save = async (): Promise<void> => {
    setBusy(true);
    setClash(null);
    try {
      for (const { row, rights, seen } of changes) {
        const to = row.to_kind === 'person' ? { user_id: row.to_id } : { role_id: row.to_id };
        const input = { project_id: place.projectId, folder_id: place.folderId, ...to };
        await call.mutateAsync({ ...input, rights: [...rights], seen: [...seen] });
        put(row, () => null);
      }
      toast.success(t('common.saved'));
    } catch (error) {
      if (error instanceof CallError && error.code === CODES.conflict) setClash(error.msg);
      else showFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const takeLatest = () => {
    for (const row of stale) put(row, (ticks) => (ticks ? onLatest(row, ticks, own) : null));
    setClash(null);
  };
  return {
    changes,
    rightsOf: (row) => draft.get(keyOf(row))?.rights ?? row.rights,
    set: (row, rights) => put(row, (before) => ticked(row, before, rights)),
    clash,
    takeLatest: stale.length > 0 ? takeLatest : null,
    save,
    isBusy,
  };
}
