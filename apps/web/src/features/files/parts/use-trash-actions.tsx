import { useState, type ReactNode } from 'react';
import { CODES } from '@prdm/contract/codes';
import { CallError } from '../../../lib/api/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import type { BulkAction } from '../../../ui/table/table-types.ts';
import { useClear, useRestore, type TrashEntry } from '../files.queries.ts';
import { PlaceDialog } from './place-dialog.tsx';

export interface TrashActions {
  readonly actions: readonly BulkAction<TrashEntry>[];
  /** Restores the entries to their former place. */
  readonly restore: (entries: readonly TrashEntry[]) => void;
  /** Asks for another folder and restores the entries there. */
  readonly restoreTo: (entries: readonly TrashEntry[]) => void;
  readonly clearAll: () => Promise<void>;
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/** Actions on entries of the recycle bin. */
export function useTrashActions(projectId: number): TrashActions {
  const t = useT();
  const restoreAll = useRestoring(projectId);
  const clearFor = useClearing(projectId);
  const [placing, setPlacing] = useState<{ entries: readonly TrashEntry[]; why?: string } | null>(null);
  const restoreTo = (entries: readonly TrashEntry[]) => setPlacing({ entries });
  const restore = async (entries: readonly TrashEntry[]): Promise<void> => {
    const { denied } = await restoreAll(entries);
    // The former place allows no write, so the user chooses another one.
    if (denied.length > 0) setPlacing({ entries: denied, why: t('files.recycle.placeDenied') });
  };
  const actions: BulkAction<TrashEntry>[] = [
    { key: 'restore', label: t('files.recycle.restore'), icon: 'restore', run: restore },
    { key: 'restoreTo', label: t('files.recycle.restoreTo'), icon: 'move', run: restoreTo },
    {
      key: 'clear',
      label: t('files.recycle.clear'),
      icon: 'trash',
      danger: true,
      run: (entries) =>
        clearFor(
          t('files.recycle.clearTitle', { count: entries.length }),
          entries.map(({ id }) => id),
        ),
    },
  ];
  return {
    actions,
    restore: (entries) => void restore(entries),
    restoreTo,
    clearAll: () => clearFor(t('files.recycle.clearAllTitle')),
    dialog: placing && (
      <PlaceDialog
        verb="restore"
        {...placing}
        projectId={projectId}
        onPlace={async (pid) => (await restoreAll(placing.entries, pid)).n > 0}
        onClose={() => setPlacing(null)}
      />
    ),
  };
}

/**
 * Restores one after the other: all entries return to one tree, which allows one writer at a time. It returns entries
 * whose former place is refused as denied and reports every other error.
 */
function useRestoring(projectId: number) {
  const t = useT();
  const restore = useRestore();
  return async (entries: readonly TrashEntry[], pid?: number): Promise<{ n: number; denied: TrashEntry[] }> => {
    let n = 0;
    const denied: TrashEntry[] = [];
    for (const entry of entries) {
      try {
        await restore.mutateAsync({ project_id: projectId, trash_id: entry.id, pid });
        n += 1;
      } catch (error) {
        if (pid === undefined && error instanceof CallError && error.code === CODES.denied) denied.push(entry);
        else showFailure(error);
      }
    }
    if (n > 0) toast.success(t('files.recycle.restored', { n }));
    return { n, denied };
  };
}

/** Asks for confirmation, because the deletion is final. Without ids it covers all entries that the user may delete. */
function useClearing(projectId: number) {
  const t = useT();
  const clear = useClear();
  return async (title: string, ids?: number[]): Promise<void> => {
    const text = t('files.recycle.clearText');
    if (!(await confirm({ title, text, verb: t('files.recycle.clear'), danger: true }))) return;
    clear.mutate(
      { project_id: projectId, trash_ids: ids },
      { onSuccess: ({ cleared }) => toast.success(t('files.recycle.cleared', { n: cleared })) },
    );
  };
}
