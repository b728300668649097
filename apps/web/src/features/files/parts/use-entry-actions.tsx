import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import type { BulkAction } from '../../../ui/table/table-types.ts';
import {
  askFolder,
  idsOf,
  openDownload,
  reportFailed,
  useDel,
  useRestore,
  type FileEntry,
  type HandledEntry,
} from '../files.queries.ts';
import { NameDialog } from './name-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { usePlacing } from './use-placing.ts';

export interface EntryAction extends BulkAction<HandledEntry> {
  /** The action works on one entry only. */
  readonly single?: true;
  /** Its shortcut, as shown in the menu. */
  readonly keys?: string;
}

type Asking =
  | { readonly what: 'name'; readonly pid: number; readonly entry?: FileEntry }
  | { readonly what: 'move' | 'copy'; readonly entries: readonly HandledEntry[] };

/** Each question gets its own key, so that a dialog never keeps input of the previous one. */
const dialogKey = (asking: Asking): string =>
  asking.what === 'name' ? `name ${asking.pid} ${asking.entry?.kind ?? ''} ${asking.entry?.id ?? ''}` : asking.what;

export interface EntryActions {
  readonly actions: readonly EntryAction[];
  /** Asks for the name of a new folder in `pid`. */
  readonly mkdir: (pid: number) => void;
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/** Actions on files and folders, shared by selection bar, menu and keyboard. */
export function useEntryActions(props: {
  projectId: number;
  onRights: (folderId: number) => void;
  /** Called after the entries were moved. */
  onMoved: () => void;
  /** Called after the entries were deleted. `folderIds` are the folders among them. */
  onDeleted: (folderIds: readonly number[]) => void;
}): EntryActions {
  const t = useT();
  const del = useDeleting(props.projectId, props.onDeleted);
  const [asking, setAsking] = useState<Asking | null>(null);
  /** Closes only the dialog of this question: a late answer may find another dialog open. */
  const close = (asked: Asking) => setAsking((now) => (now === asked ? null : now));
  const actions: EntryAction[] = [
    {
      key: 'download',
      label: t('files.download'),
      icon: 'download',
      possible: (entry) => entry.kind === 'file' && entry.can.download,
      run: async (entries) => {
        // One after the other: a browser accepts one download at a time from a page.
        for (const { id } of entries) await openDownload(props.projectId, id).catch(showFailure);
      },
    },
    {
      key: 'move',
      label: t('files.move'),
      icon: 'move',
      possible: (entry) => entry.can.delete,
      run: (entries) => setAsking({ what: 'move', entries }),
    },
    {
      key: 'copy',
      label: t('files.copy'),
      icon: 'copy',
      possible: (entry) => entry.can.download,
      run: (entries) => setAsking({ what: 'copy', entries }),
    },
    {
      key: 'rename',
      label: t('files.rename'),
      icon: 'edit',
      single: true,
      keys: 'F2',
      possible: (entry) => entry.can.edit,
      run: async ([entry]) => {
        if (!entry) return;
        try {
          const whole = isWhole(entry) ? entry : await askFolder(props.projectId, entry.id);
          setAsking({ what: 'name', pid: entry.pid ?? 0, entry: whole });
        } catch (error) {
          showFailure(error);
        }
      },
    },
    {
      key: 'rights',
      label: t('files.rights.title'),
      icon: 'key',
      single: true,
      possible: (entry) => entry.kind === 'folder' && entry.can.authorize,
      run: ([entry]) => entry && props.onRights(entry.id),
    },
    {
      key: 'del',
      label: t('common.delete'),
      icon: 'trash',
      danger: true,
      keys: 'Del',
      possible: (entry) => entry.can.delete,
      run: del,
    },
  ];
  return {
    actions,
    mkdir: (pid) => setAsking({ what: 'name', pid }),
    dialog: asking && <Dialog key={dialogKey(asking)} asking={asking} {...props} onClose={() => close(asking)} />,
  };
}

/** A rename needs the version, which an entry of the tree does not have. */
const isWhole = (entry: HandledEntry | FileEntry): entry is FileEntry => 'version' in entry;

function Dialog(props: { asking: Asking; projectId: number; onMoved: () => void; onClose: () => void }) {
  const { asking } = props;
  if (asking.what === 'name')
    return <NameDialog projectId={props.projectId} pid={asking.pid} entry={asking.entry} onClose={props.onClose} />;
  return <Placing {...props} verb={asking.what} entries={asking.entries} />;
}

function Placing(props: {
  verb: 'move' | 'copy';
  entries: readonly HandledEntry[];
  projectId: number;
  onMoved: () => void;
  onClose: () => void;
}) {
  const { move, copy } = usePlacing(props.projectId, props.entries);
  const moveAway = async (pid: number) => {
    const isDone = await move(pid);
    if (isDone) props.onMoved();
    return isDone;
  };
  return (
    <PlaceDialog
      {...props}
      closed={props.verb === 'move' ? idsOf(props.entries).folder_ids : []}
      onPlace={props.verb === 'move' ? moveAway : copy}
    />
  );
}

/** Deleting asks no confirmation, because its toast offers undo. */
function useDeleting(
  projectId: number,
  onDeleted: (folderIds: readonly number[]) => void,
): (entries: readonly HandledEntry[]) => Promise<void> {
  const t = useT();
  const [del, restore] = [useDel(onDeleted), useRestore()];
  return async (entries) => {
    try {
      const { trash_ids } = await del.mutateAsync({ project_id: projectId, ...idsOf(entries) });
      toast.success(t('files.deleted', { n: entries.length }), {
        label: t('common.undo'),
        run: () => void restoreAll(trash_ids),
      });
    } catch (error) {
      reportFailed('files.deleteFailed', error);
    }
  };
  /** One after the other: all entries return to one tree, which allows one writer at a time. */
  async function restoreAll(ids: readonly number[]): Promise<void> {
    try {
      for (const trash_id of ids) await restore.mutateAsync({ project_id: projectId, trash_id });
    } catch (error) {
      showFailure(error);
    }
  }
}
