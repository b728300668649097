import { useRef } from 'react';
import { extOf } from '@prdm/contract/kit/file-names';
import { fileSize } from '../../../../lib/format.ts';
import { useT } from '../../../../lib/i18n.ts';
import { isGone } from '../../../../lib/api/queries.ts';
import { useRecordTitle } from '../../../../lib/record-title.ts';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { toast } from '../../../../lib/toasts.ts';
import { DateText } from '../../../../ui/date-text.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { RecordDrawer } from '../../../../ui/records/record-drawer.tsx';
import { FailedState, SkeletonLines } from '../../../../ui/feedback/states.tsx';
import { filePath } from '../../addresses.ts';
import { openDownload, useFileInfo, type FileInfo } from '../../files.queries.ts';
import { addUploads } from '../../upload/upload-queue.ts';
import { fileIcon } from '../file-icon.ts';
import { canShow, FilePreview, whyNotShown } from './file-preview.tsx';
import { FileVersions } from './file-versions.tsx';
import { FileModelLink, FileModelState } from '../model/file-model.tsx';
import { VALIDITY_ID, ValidityField } from './validity-field.tsx';
import './file-drawer.css';

/** One file beside its list: preview, facts, and its versions with the action to restore each. */
export function FileDrawer(props: {
  projectId: number;
  id: number;
  ids: readonly number[];
  onWalk: (id: number) => void;
  onClose: () => void;
}) {
  const t = useT();
  const { data, error, refetch } = useFileInfo(props.projectId, props.id);
  // A file deleted meanwhile must not show with actions.
  const file = isGone(error) ? undefined : data;
  const projectId = file?.project_id;
  useRecordTitle(
    file?.name,
    file && { kind: 'file', id: file.id, to: filePath({ ...file, folder_id: file.pid ?? 0 }), projectId },
  );
  return (
    <RecordDrawer
      {...props}
      label={t('files.drawer')}
      title={
        <span className="ellipsis file-title" title={file?.name}>
          {file?.name}
        </span>
      }
      actions={file && canShow(file.type) && <PreviewLink file={file} />}
      footer={file && <Actions file={file} />}
    >
      {!file && error === null && <SkeletonLines lines={8} />}
      {!file && error !== null && <FailedState error={error} onRetry={() => void refetch()} />}
      {file && (
        <>
          {canShow(file.type) && (
            <div className="file-preview">
              <FilePreview key={file.version_id} file={file} versionId={null} />
            </div>
          )}
          {file.type === 'ifc' && <FileModelState file={file} />}
          {!canShow(file.type) && file.type !== 'ifc' && (
            <p className="file-unshown">
              <Icon name={fileIcon(file)} /> {t(whyNotShown(file.type))}
            </p>
          )}
          <dl className="file-facts">
            <dt>{t('files.field.place')}</dt>
            <dd>{file.crumbs.map(({ name }) => name).join(' / ')}</dd>
            <dt>{t('files.field.size')}</dt>
            <dd className="tabular">{fileSize(file.size)}</dd>
            <dt>{t('files.field.owner')}</dt>
            <dd>{file.owner}</dd>
            <dt>{t('files.field.updated_at')}</dt>
            <dd>
              <DateText value={file.updated_at} exact />
            </dd>
            <dt>
              <label htmlFor={VALIDITY_ID}>{t('files.field.validity')}</label>
            </dt>
            <dd>
              <ValidityField file={file} />
            </dd>
          </dl>
          <FileVersions file={file} />
        </>
      )}
    </RecordDrawer>
  );
}

/** Opens in a new tab, so that list and uploads stay. */
function PreviewLink({ file }: { file: FileInfo }) {
  const t = useT();
  return (
    <a
      className="icon-button"
      href={`/preview?project_id=${file.project_id}&file_id=${file.id}`}
      target="_blank"
      rel="noopener"
      aria-label={t('files.preview.large')}
      title={t('files.preview.large')}
    >
      <Icon name="expand" />
    </a>
  );
}

function Actions({ file }: { file: FileInfo }) {
  const t = useT();
  return (
    <>
      {file.can.download && (
        <button
          type="button"
          className="button button-primary"
          onClick={() => void openDownload(file.project_id, file.id).catch(showFailure)}
        >
          <Icon name="download" /> {t('files.download')}
        </button>
      )}
      {file.can.edit && file.can.create && <NewVersion file={file} />}
      {file.type === 'ifc' && <FileModelLink file={file} />}
    </>
  );
}

/** The chosen file becomes the next version of this one, with any name. Only the file type must match. */
function NewVersion({ file }: { file: FileInfo }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    if (extOf(chosen.name) !== extOf(file.name)) {
      toast.warning(t('files.otherKind', { ext: extOf(file.name) }));
      return;
    }
    const named = new File([chosen], file.name, { lastModified: chosen.lastModified });
    const target = {
      pid: file.pid ?? 0,
      name: file.crumbs.at(-1)?.name ?? '',
      path: file.crumbs.map(({ name }) => name).join(' / '),
      projectId: file.project_id,
    };
    addUploads([{ file: named, relativePath: '' }], target);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        data-testid="upload-version"
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <button type="button" className="button" onClick={() => input.current?.click()}>
        <Icon name="upload" /> {t('files.newVersion')}
      </button>
    </>
  );
}
