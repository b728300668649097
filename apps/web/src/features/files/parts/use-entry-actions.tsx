import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import type { BulkAction } from '../../../ui/table/table-types.ts';
import {
  askFolder,
  idsOf,
  openDownload,
  tellFailed,
  useDel,
  useRestore,
  type FileEntry,
  type HandledEntry,
} from '../files.queries.ts';
import { NameDialog } from './name-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { usePlacing } from './use-placing.ts';

export interface EntryAction extends BulkAction<HandledEntry> {
  /** For one entry alone. */
  readonly single?: true;
  /** What the keyboard says to it, as shown in the menu. */
  readonly keys?: string;
}

type Asking =
  | { readonly what: 'name'; readonly pid: number; readonly entry?: FileEntry }
  | { readonly what: 'move' | 'copy'; readonly entries: readonly HandledEntry[] };

/** Each question has a dialog of its own, with nothing left in it of the one before. */
const dialogKey = (asking: Asking): string =>
  asking.what === 'name' ? `name ${asking.pid} ${asking.entry?.kind ?? ''} ${asking.entry?.id ?? ''}` : asking.what;

export interface EntryActions {
  readonly actions: readonly EntryAction[];
  /** Asks for the name of a new folder in `pid`. */
  readonly mkdir: (pid: number) => void;
  /** The dialog that is open now. */
  readonly dialog: ReactNode;
}

/** What can be done with files and folders, once for selection bar, menu and keyboard. */
export function useEntryActions(props: {
  projectId: number;
  onRights: (folderId: number) => void;
  /** What was acted on lies elsewhere now. */
  onMoved: () => void;
  /** What was acted on is in the recycle bin now; `folderIds`: the folders among it. */
  onDeleted: (folderIds: readonly number[]) => void;
}): EntryActions {
  const t = useT();
  const del = useDeleting(props.projectId, props.onDeleted);
  const [asking, setAsking] = useState<Asking | null>(null);
  /** Only the dialog that asks: an answer that comes late may find another one open. */
  const close = (asked: Asking) => setAsking((now) => (now === asked ? null : now));
  const actions: EntryAction[] = [
    {
      key: 'download',
      label: t('files.download'),
      icon: 'download',
      possible: (entry) => entry.kind === 'file' && entry.can.download,
      run: async (entries) => {
        // One after the other: a browser takes one download at a time out of a page's hands.
        for (const { id } of entries) await openDownload(props.projectId, id).catch(tellFailure);
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
          tellFailure(error);
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

/** A rename says which version it means, and the tree does not know it. */
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

/** Deleting is undone from its toast, so it does not ask first. */
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
      tellFailed('files.deleteFailed', error);
    }
  };
  /** One after the other: they go back into one tree, which has one writer at a time. */
  async function restoreAll(ids: readonly number[]): Promise<void> {
    try {
      for (const trash_id of ids) await restore.mutateAsync({ project_id: projectId, trash_id });
    } catch (error) {
      tellFailure(error);
    }
  }
}
