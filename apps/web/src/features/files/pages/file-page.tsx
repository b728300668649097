import { useMemo, useState, type DragEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useLive } from '../../../lib/live.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { useRecordParam } from '../../../ui/record-drawer.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import type { BulkAction } from '../../../ui/table/table-types.ts';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { useEnterProject, useProject } from '../../projects/index.ts';
import { useDel, useFolder, useRestore, useSearch, type FileEntry } from '../files.queries.ts';
import { FileDrawer } from '../parts/file-drawer.tsx';
import { fileColumns } from '../parts/file-columns.tsx';
import { FolderTree } from '../parts/folder-tree.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { UploadButtons } from '../parts/upload-buttons.tsx';
import { addUploads, type UploadTarget } from '../upload/upload-queue.ts';
import './file-page.css';

const keyOf = (entry: FileEntry): string => `${entry.kind}${entry.id}`;

/** The project's files: folders left, the open folder in the middle, a file's versions at the right. Drop anywhere to upload. */
export default function FilePage() {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const projectId = useProjectId() ?? 0;
  const pid = Number(address.get('pid') ?? 0) || undefined;
  const view = useListView();
  const isSearch = view.word !== '';
  const sort = view.sort === null ? {} : { sort: view.sort as 'name', order: view.order };
  const folder = useFolder(
    { project_id: projectId, ...(pid === undefined ? {} : { pid }), ...sort, ...pageOfView(view) },
    projectId > 0,
  );
  const found = useSearch({ project_id: projectId, word: view.word, ...pageOfView(view) }, isSearch && projectId > 0);
  const record = useRecordParam('file');
  const [naming, setNaming] = useState<FileEntry | 'new' | null>(null);
  const columns = useMemo(() => fileColumns(t), [t]);
  useLive('folder', () => void queryClient.invalidateQueries({ queryKey: ['file'] }));
  const bulk = useBulk();

  const open = (id: number) =>
    setAddress((before) => {
      before.set('pid', String(id));
      for (const name of ['page', 'word', 'file']) before.delete(name);
      return before;
    });
  const here = folder.data?.folder;
  const crumbs = folder.data?.crumbs ?? [];
  const target: UploadTarget | null = here?.can.create
    ? { pid: here.id, name: here.name, path: crumbs.map(({ name }) => name).join(' / '), projectId }
    : null;
  const list = (isSearch ? found.data?.list : folder.data?.list) ?? [];
  const opened = list.find((entry) => entry.kind === 'file' && entry.id === record.id);

  return (
    <DropZone target={target}>
      <InProject id={projectId} />
      <aside className="file-side">
        <FolderTree projectId={projectId} open={here?.id ?? null} onOpen={open} />
        <Link className="file-recycle" to={`/file/recycle?project_id=${projectId}`}>
          <Icon name="trash" /> {t('files.recycle.title')}
        </Link>
      </aside>
      <div className="file-main">
        <PageTable<FileEntry>
          id="files"
          label={t('files.title')}
          columns={columns}
          rowKey={keyOf}
          query={isSearch ? found : folder}
          view={view}
          search={t('files.search')}
          onOpen={(entry) => (entry.kind === 'folder' ? open(entry.id) : record.open(entry.id))}
          openKey={opened ? keyOf(opened) : null}
          keysOff={opened !== undefined || naming !== null}
          bulk={[
            ...bulk,
            {
              key: 'rename',
              label: t('files.rename'),
              icon: 'edit',
              possible: (entry) => entry.can.edit,
              run: ([entry]) => setNaming(entry ?? null),
            },
          ]}
          start={
            <nav className="file-crumbs" aria-label={t('files.place')}>
              {crumbs.map((crumb, index) => (
                <span key={crumb.id}>
                  {index > 0 && <Icon name="right" size={12} />}
                  <button
                    type="button"
                    className="link-button"
                    aria-current={index === crumbs.length - 1 ? 'page' : undefined}
                    onClick={() => open(crumb.id)}
                  >
                    {crumb.name}
                  </button>
                </span>
              ))}
            </nav>
          }
          end={
            target && (
              <>
                <button type="button" className="button" onClick={() => setNaming('new')}>
                  <Icon name="plus" /> {t('files.mkdir')}
                </button>
                <UploadButtons target={target} />
              </>
            )
          }
          empty={{ title: t('files.empty'), text: t(target ? 'files.emptyDrop' : 'files.emptyAsk') }}
        />
      </div>
      {opened && <FileDrawer entry={opened} projectId={projectId} onClose={record.close} />}
      {naming !== null && here && (
        <NameDialog pid={here.id} entry={naming === 'new' ? undefined : naming} onClose={() => setNaming(null)} />
      )}
    </DropZone>
  );
}

function InProject({ id }: { id: number }) {
  const { name } = useProject(id);
  useEnterProject(name === '' ? undefined : { id, name });
  return null;
}

/** Deleting is undone from its toast, so it does not ask first. */
function useBulk(): BulkAction<FileEntry>[] {
  const t = useT();
  const del = useDel();
  const restore = useRestore();
  const ids = (rows: readonly FileEntry[], kind: FileEntry['kind']) =>
    rows.filter((entry) => entry.kind === kind).map(({ id }) => id);
  return [
    {
      key: 'del',
      label: t('common.delete'),
      icon: 'trash',
      danger: true,
      possible: (entry) => entry.can.delete,
      run: async (rows) => {
        const { trash_ids } = await del.mutateAsync({ folder_ids: ids(rows, 'folder'), file_ids: ids(rows, 'file') });
        toast.success(t('files.deleted', { n: rows.length }), {
          label: t('common.undo'),
          run: () => void Promise.all(trash_ids.map((trash_id) => restore.mutateAsync({ trash_id }))),
        });
      },
    },
  ];
}

function DropZone({ target, children }: { target: UploadTarget | null; children: React.ReactNode }) {
  const t = useT();
  const [isOver, setOver] = useState(false);
  const holdsFiles = (event: DragEvent) => target !== null && event.dataTransfer.types.includes('Files');
  return (
    <div
      className="file-page"
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!holdsFiles(event) || !target) return;
        event.preventDefault();
        addUploads(event.dataTransfer.files, target);
      }}
    >
      {children}
      {isOver && target && <div className="file-drop">{t('files.drop', { name: target.name })}</div>}
    </div>
  );
}
