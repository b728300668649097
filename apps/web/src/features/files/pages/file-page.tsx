import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAppState } from '../../../lib/app-state.ts';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useLive } from '../../../lib/api/live.ts';
import { useActions } from '../../../lib/keys/actions.ts';
import { useProjectId } from '../../../lib/project-id.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { useRecordParam } from '../../../ui/records/record-drawer.tsx';
import { PageTable } from '../../../ui/table/page-table.tsx';
import { pageOfView, useListView } from '../../../ui/table/use-list-view.ts';
import { useEnterProject, useProject } from '../../projects/index.ts';
import { useFolder, useSearch, type HandledEntry, type ListedEntry } from '../files.queries.ts';
import { DropZone } from '../parts/drop-zone.tsx';
import { EntryMenu } from '../parts/entry-menu.tsx';
import { FileDrawer } from '../parts/drawer/file-drawer.tsx';
import { fileColumns } from '../parts/file-columns.tsx';
import { FolderCrumbs } from '../parts/folder-crumbs.tsx';
import { FolderTree } from '../parts/folder-tree.tsx';
import { PermissionDrawer } from '../parts/permissions/permission-drawer.tsx';
import { rowKeyOf } from '../parts/row-key.ts';
import { UploadButtons } from '../parts/upload-buttons.tsx';
import { useEntryActions } from '../parts/use-entry-actions.tsx';
import { refreshFiles } from '../refresh-files.ts';
import type { UploadTarget } from '../upload/upload-rules.ts';
import './file-page.css';

/**
 * The files of the project: folders left, the open folder in the middle, a file at the right. A drop anywhere uploads.
 */
export default function FilePage() {
  const t = useT();
  const projectId = useProjectId() ?? 0;
  const project = useProject(projectId);
  const { device } = useAppState();
  useEnterProject(project.name === '' ? undefined : { id: projectId, name: project.name });
  useLive('folder', refreshFiles);
  const { pid, view, isSearch, folder, query, openFolder } = useOpenFolder(projectId);
  const [record, rights] = [useRecordParam('file'), useRecordParam('rights')];
  const here = folder?.folder;
  const crumbs = folder?.crumbs ?? [];
  const { actions, mkdir, dialog } = useEntryActions({
    projectId,
    onRights: rights.open,
    onMoved: record.close,
    onDeleted: (folderIds) => {
      // The open folder or one above it was deleted, so the nearest existing folder opens.
      const left = crumbs.findIndex(({ id }) => folderIds.includes(id)) - 1;
      const above = crumbs[left];
      if (above) openFolder(above.id);
      else record.close();
    },
  });
  const columns = useMemo(() => fileColumns(t, isSearch), [t, isSearch]);
  const target: UploadTarget | null = here?.can.create
    ? { pid: here.id, name: here.name, path: crumbs.map(({ name }) => name).join(' / '), projectId }
    : null;
  useActions([
    {
      label: 'palette.actions.newFolder',
      icon: 'folder',
      isHidden: target === null,
      run: () => target && mkdir(target.pid),
    },
  ]);
  const list: readonly ListedEntry[] = query.data?.list ?? [];
  const open = (entry: HandledEntry) => (entry.kind === 'folder' ? openFolder(entry.id) : record.open(entry.id));

  return (
    <DropZone target={target}>
      <EntryMenu actions={actions} entryOf={(key) => list.find((entry) => rowKeyOf(entry) === key)} onOpen={open}>
        <aside className="file-side">
          <FolderTree
            projectId={projectId}
            rootName={project.name}
            open={here?.id ?? null}
            path={crumbs.map(({ id }) => id)}
            onOpen={openFolder}
          />
          <RecycleLink projectId={projectId} />
        </aside>
        <div className="file-main">
          <PageTable<ListedEntry>
            // Another folder is another list: selection and position are reset.
            key={pid}
            id="files"
            label={t('files.title')}
            columns={columns}
            rowKey={rowKeyOf}
            query={query}
            view={view}
            search={t('files.search')}
            onOpen={open}
            openKey={record.id === null ? null : `file${record.id}`}
            keysOff={record.id !== null || rights.id !== null || dialog !== null}
            bulk={actions.filter((action) => action.single !== true)}
            start={<FolderCrumbs crumbs={crumbs} onOpen={openFolder} />}
            end={
              <>
                {device === 'mobile' && <RecycleLink projectId={projectId} />}
                {here?.can.authorize && (
                  <button
                    type="button"
                    className="icon-button file-rights"
                    aria-label={t('files.rights.title')}
                    title={t('files.rights.title')}
                    onClick={() => rights.open(here.id)}
                  >
                    <Icon name="key" />
                  </button>
                )}
                {target && (
                  <>
                    <button type="button" className="button file-mkdir" onClick={() => mkdir(target.pid)}>
                      <Icon name="plus" /> <span>{t('files.mkdir')}</span>
                    </button>
                    <UploadButtons target={target} />
                  </>
                )}
              </>
            }
            empty={{ title: t('files.empty'), text: t(target ? 'files.emptyDrop' : 'files.emptyAsk') }}
          />
        </div>
      </EntryMenu>
      {record.id !== null && (
        <FileDrawer
          key={record.id}
          projectId={projectId}
          id={record.id}
          ids={list.filter(({ kind }) => kind === 'file').map(({ id }) => id)}
          onWalk={record.open}
          onClose={record.close}
        />
      )}
      {rights.id !== null && (
        <PermissionDrawer key={rights.id} folderId={rights.id} projectId={projectId} onClose={rights.close} />
      )}
      {dialog}
    </DropZone>
  );
}

function RecycleLink({ projectId }: { projectId: number }) {
  const t = useT();
  return (
    <Link className="file-recycle" to={`/file/recycle?project_id=${projectId}`}>
      <Icon name="trash" /> <span>{t('files.recycle.title')}</span>
    </Link>
  );
}

/** The folder in the address with its contents, or the search results. */
function useOpenFolder(projectId: number) {
  const [address, setAddress] = useSearchParams();
  const pid = Number(address.get('pid') ?? 0) || undefined;
  const view = useListView();
  const isSearch = view.word !== '';
  const sort = view.sort === null ? {} : { sort: view.sort as 'name', order: view.order };
  const folder = useFolder(
    { project_id: projectId, ...(pid === undefined ? {} : { pid }), ...sort, ...pageOfView(view) },
    projectId > 0,
  );
  const found = useSearch({ project_id: projectId, word: view.word, ...pageOfView(view) }, isSearch && projectId > 0);
  useErrorPage(folder.error);
  const openFolder = (id: number) =>
    setAddress((before) => {
      before.set('pid', String(id));
      for (const name of ['page', 'word', 'file', 'rights']) before.delete(name);
      return before;
    });
  return { pid, view, isSearch, folder: folder.data, query: isSearch ? found : folder, openFolder };
}
