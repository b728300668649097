import { Link, useSearchParams } from 'react-router';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { useT } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { EmptyState, FailedState } from '../../../ui/feedback/states.tsx';
import { openDownload, useFileInfo } from '../files.queries.ts';
import { fileIcon } from '../parts/file-icon.ts';
import { FilePreview } from '../parts/drawer/file-preview.tsx';

/**
 * One file in the whole window: `/preview?file_id=7`. `version_id` selects a version. `project_id` is set by links from
 * a project page.
 */
export default function PreviewPage() {
  const t = useT();
  const [address] = useSearchParams();
  const fileId = idIn(address.get('file_id'));
  const versionId = idIn(address.get('version_id'));
  const projectId = idIn(address.get('project_id')) ?? undefined;
  const { data: file, error, refetch } = useFileInfo(projectId, fileId ?? 0);
  useErrorPage(error);
  if (fileId === null)
    return (
      <EmptyState icon="warning" title={t('files.lost')}>
        <Link className="button" to="/home">
          {t('errors.toHome')}
        </Link>
      </EmptyState>
    );
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!file) return null;
  return (
    <main className="preview-page">
      <header className="preview-head">
        <Icon name={fileIcon(file)} />
        <h1 className="ellipsis" title={file.name}>
          {file.name}
        </h1>
        {file.can.download && (
          <button
            type="button"
            className="button"
            onClick={() => void openDownload(projectId, fileId, versionId ?? undefined).catch(showFailure)}
          >
            <Icon name="download" /> {t('files.download')}
          </button>
        )}
      </header>
      <div className="preview-body">
        <FilePreview file={file} versionId={versionId} />
      </div>
    </main>
  );
}

function idIn(text: string | null): number | null {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
