import { useState } from 'react';
import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { toast } from '../../../lib/toasts.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ToneChip } from '../../../ui/status-chip.tsx';
import { openDownload, useVersionRestore, useVersions, type FileInfo } from '../files.queries.ts';
import { canShow } from './file-preview.tsx';

/** The versions of a file, newest first; an older one can be saved or brought back as the newest. */
export function FileVersions({ file }: { file: FileInfo }) {
  const t = useT();
  const [all, setAll] = useState(false);
  const { data } = useVersions(file.project_id, file.id, all);
  const older = (data?.total ?? 0) - (data?.list.length ?? 0);
  const restore = useVersionRestore();
  const bringBack = (id: number, no: number) =>
    restore.mutate(
      { project_id: file.project_id, file_id: file.id, version_id: id, version: file.version },
      { onSuccess: ({ version_no }) => toast.success(t('files.broughtBack', { from: no, to: version_no })) },
    );
  return (
    <>
      <h3 className="file-head">{t('files.versions')}</h3>
      <ul className="file-versions">
        {data?.list.map((version) => (
          <li key={version.id}>
            <strong className="tabular">V{version.no}</strong>
            <span className="ellipsis file-version-by">
              {version.creator}
              {version.restored_from !== null && (
                <span className="file-version-from"> · {t('files.fromVersion', { n: version.restored_from })}</span>
              )}
            </span>
            {version.current && <ToneChip tone="green">{t('files.current')}</ToneChip>}
            <DateText value={version.created_at} />
            <span className="tabular file-version-size">{fileSize(version.size)}</span>
            <span className="file-version-tools">
              {!version.current && canShow(file.type) && (
                <a
                  className="icon-button"
                  href={`/preview?project_id=${file.project_id}&file_id=${file.id}&version_id=${version.id}`}
                  target="_blank"
                  rel="noopener"
                  aria-label={t('files.preview.version', { n: version.no })}
                  title={t('files.preview.version', { n: version.no })}
                >
                  <Icon name="eye" size={14} />
                </a>
              )}
              {!version.current && file.can.edit && file.can.create && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('files.restoreVersion', { n: version.no })}
                  title={t('files.restoreVersion', { n: version.no })}
                  disabled={restore.isPending}
                  onClick={() => bringBack(version.id, version.no)}
                >
                  <Icon name="restore" size={14} />
                </button>
              )}
              {file.can.download && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('files.downloadVersion', { n: version.no })}
                  title={t('files.downloadVersion', { n: version.no })}
                  onClick={() => void openDownload(file.project_id, file.id, version.id).catch(tellFailure)}
                >
                  <Icon name="download" size={14} />
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {older > 0 && !all && (
        <button type="button" className="link-button" onClick={() => setAll(true)}>
          {t('files.olderVersions', { count: older })}
        </button>
      )}
    </>
  );
}
