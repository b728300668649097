import { useState } from 'react';
import { Link } from 'react-router';
import { fileSize } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { toast } from '../../../../lib/toasts.ts';
import { DateText } from '../../../../ui/date-text.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { ToneChip } from '../../../../ui/feedback/status-chip.tsx';
import { openDownload, useModelOfFile, useVersionRestore, useVersions, type FileInfo } from '../../files.queries.ts';
import { canShow } from './file-preview.tsx';

/** The versions of a file, newest first. An older one can be downloaded or restored as the newest. */
export function FileVersions({ file }: { file: FileInfo }) {
  const t = useT();
  const [all, setAll] = useState(false);
  const { data } = useVersions(file.project_id, file.id, all);
  const older = (data?.total ?? 0) - (data?.list.length ?? 0);
  const restore = useVersionRestore();
  const { data: model } = useModelOfFile(file.project_id, file.id, file.type === 'ifc');
  const modelVersion = (no: number) => model?.versions.find(({ version_no }) => version_no === no);
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
            <DateText value={version.created_at} exact />
            <span className="tabular file-version-size">{fileSize(version.size)}</span>
            <span className="file-version-tools">
              <ModelLink file={file} modelId={model?.model_id} version={modelVersion(version.no)} />
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
                  onClick={() => void openDownload(file.project_id, file.id, version.id).catch(showFailure)}
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

/** Each stored version of an .ifc has a link. The page of an unparsed version shows the reason. */
function ModelLink(props: {
  file: FileInfo;
  modelId: number | null | undefined;
  version: { version_id: number; version_no: number } | undefined;
}) {
  const t = useT();
  const { file, modelId, version } = props;
  if (!version || typeof modelId !== 'number') return null;
  const label = t('files.openModelVersion', { n: version.version_no });
  return (
    <Link
      className="icon-button"
      to={`/file/model/view?id=${modelId}&project_id=${file.project_id}&version_id=${version.version_id}`}
      aria-label={label}
      title={label}
    >
      <Icon name="model" size={14} />
    </Link>
  );
}
