import { useState, type ReactNode } from 'react';
import { CODES } from '@prdm/contract/codes';
import { CallError } from '../../../lib/call-error.ts';
import { useT } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/confirm.tsx';
import type { BulkAction } from '../../../ui/table/table-types.ts';
import { useClear, useRestore, type TrashEntry } from '../files.queries.ts';
import { PlaceDialog } from './place-dialog.tsx';

export interface TrashActions {
  readonly actions: readonly BulkAction<TrashEntry>[];
  /** Back to where it lay. */
  readonly restore: (entries: readonly TrashEntry[]) => void;
  /** Asks for another folder and puts it there. */
  readonly restoreTo: (entries: readonly TrashEntry[]) => void;
  readonly clearAll: () => Promise<void>;
  /** The dialog that is open now. */
  readonly dialog: ReactNode;
}

/** What can be done with entries of the recycle bin. */
export function useTrashActions(projectId: number): TrashActions {
  const t = useT();
  const restoreAll = useRestoring(projectId);
  const clearFor = useClearing(projectId);
  const [placing, setPlacing] = useState<{ entries: readonly TrashEntry[]; why?: string } | null>(null);
  const restoreTo = (entries: readonly TrashEntry[]) => setPlacing({ entries });
  const restore = async (entries: readonly TrashEntry[]): Promise<void> => {
    const { denied } = await restoreAll(entries);
    // Nothing may be put where they lay: the person chooses where else.
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
 * Restores one after the other: they go back into one tree, which has one writer at a time. What may not lie where it lay is
 * given back as denied, every other refusal is told.
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
        else tellFailure(error);
      }
    }
    if (n > 0) toast.success(t('files.recycle.restored', { n }));
    return { n, denied };
  };
}

/** Asks, because nothing brings it back. Without ids it is all that the person may delete. */
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
