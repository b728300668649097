import { Link } from 'react-router';
import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RecordDrawer } from '../../../ui/record-drawer.tsx';
import { openDownload, useVersionRestore, useVersions, type FileEntry } from '../files.queries.ts';

/** One file beside its list: facts, download, its versions with the way back to each. */
export function FileDrawer({
  entry,
  projectId,
  onClose,
}: {
  entry: FileEntry;
  projectId: number;
  onClose: () => void;
}) {
  const t = useT();
  const { data } = useVersions(entry.id);
  const restore = useVersionRestore();
  return (
    <RecordDrawer
      id={entry.id}
      label={t('files.drawer')}
      title={entry.name}
      onClose={onClose}
      footer={
        <div className="task-actions">
          {entry.can.download && (
            <button
              type="button"
              className="button button-primary"
              onClick={() => void openDownload(entry.id).catch(tellFailure)}
            >
              <Icon name="download" /> {t('files.download')}
            </button>
          )}
          {entry.type === 'ifc' && (
            <Link className="button" to={`/file/model/index?project_id=${projectId}`}>
              <Icon name="model" /> {t('files.toModels')}
            </Link>
          )}
        </div>
      }
    >
      <p className="file-facts">
        {fileSize(entry.size)} · {entry.owner} · <DateText value={entry.updated_at} />
      </p>
      <h3 className="file-head">{t('files.versions')}</h3>
      <ul className="file-versions">
        {data?.list.map((version) => (
          <li key={version.id}>
            <strong className="tabular">V{version.no}</strong>
            <span>{version.creator}</span>
            <DateText value={version.created_at} />
            <span className="tabular">{fileSize(version.size)}</span>
            <span className="file-version-tools">
              {entry.can.download && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('files.downloadVersion', { n: version.no })}
                  onClick={() => void openDownload(entry.id, version.id).catch(tellFailure)}
                >
                  <Icon name="download" size={14} />
                </button>
              )}
              {!version.current && entry.can.edit && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('files.restoreVersion', { n: version.no })}
                  title={t('files.restoreVersion', { n: version.no })}
                  onClick={() => restore.mutate({ file_id: entry.id, version_id: version.id, version: entry.version })}
                >
                  <Icon name="restore" size={14} />
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </RecordDrawer>
  );
}
