import { Link, useSearchParams } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { Icon } from '../../../ui/icon.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { openDownload, useFileInfo } from '../files.queries.ts';
import { fileIcon } from '../parts/file-icon.ts';
import { FilePreview } from '../parts/file-preview.tsx';

/** One file, as large as the window: `/preview?file_id=7`, with `version_id` one of its versions, with `project_id` from its project's page. */
export default function PreviewPage() {
  const t = useT();
  const [address] = useSearchParams();
  const fileId = idIn(address.get('file_id'));
  const versionId = idIn(address.get('version_id'));
  const projectId = idIn(address.get('project_id')) ?? undefined;
  const { data: file, error, refetch } = useFileInfo(projectId, fileId ?? 0);
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
            onClick={() => void openDownload(projectId, fileId, versionId ?? undefined).catch(tellFailure)}
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
