import { memo, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { cancelUpload, pauseUpload, removeUpload, resumeUpload, retryUpload } from './upload-queue.ts';
import { controlsOf, statusOf, type UploadControl, type UploadEntry, type UploadItem } from './upload-rules.ts';
import { paceText } from './upload-text.ts';

const RUN: Record<UploadControl, { icon: IconName; run: (id: number) => void }> = {
  pause: { icon: 'pause', run: pauseUpload },
  resume: { icon: 'play', run: resumeUpload },
  retry: { icon: 'refresh', run: retryUpload },
  cancel: { icon: 'close', run: cancelUpload },
  remove: { icon: 'trash', run: removeUpload },
};

/** One file of the panel; drawn again only when it changed, so that five hundred of them do not weigh on the one that runs. */
export const UploadRow = memo(function UploadRow({ item }: { item: UploadItem }) {
  const t = useT();
  const { id, entry, projectId } = item;
  const status = statusOf(entry);
  const place = entry.isFolder ? entry.relativePath : entry.name;
  return (
    <tr data-status={status} data-testid="upload-row">
      <td className="upload-name" title={place}>
        {entry.isFolder && <span className="upload-path">{entry.path}/</span>}
        {entry.name}
      </td>
      <td className="upload-size tabular">{fileSize(entry.size)}</td>
      <td className="upload-name">
        <Link to={`/file/index?project_id=${projectId}&pid=${entry.current_catalog_pid}`} title={entry.catalogPath}>
          {entry.catalogName}
        </Link>
      </td>
      <td className="upload-state">
        <Status item={item} />
      </td>
      <td className="upload-tools">
        {controlsOf(entry).map((control) => (
          <button
            key={control}
            type="button"
            className="icon-button"
            aria-label={`${t(`files.upload.control.${control}`)} ${entry.name}`}
            title={t(`files.upload.control.${control}`)}
            onClick={() => RUN[control].run(id)}
          >
            <Icon name={RUN[control].icon} size={14} />
          </button>
        ))}
      </td>
    </tr>
  );
});

function Status({ item }: { item: UploadItem }) {
  const t = useT();
  const { entry } = item;
  const status = statusOf(entry);
  const isUnderWay = status === 'uploading' || status === 'paused';
  return (
    <>
      <span className="upload-status">
        {t(`files.upload.status.${status}`)} {isUnderWay && <span className="tabular">{entry.progress}%</span>}
      </span>
      {status === 'uploading' && (
        <>
          <Bar entry={entry} />
          <small className="tabular">{paceText(t, item)}</small>
        </>
      )}
      {status === 'exceedSize' && <small>{t('codes.1015')}</small>}
      {status === 'error' && <small>{entry.error}</small>}
    </>
  );
}

/** A bar that stands still does not tell a slow line from a dead one; a file that is through in a moment needs no movement. */
const MOVES_AFTER_MS = 200;

function Bar({ entry }: { entry: UploadEntry }) {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMoving(true), MOVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span
      className={isMoving ? 'upload-bar upload-bar-moving' : 'upload-bar'}
      role="progressbar"
      aria-label={entry.name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={entry.progress}
    >
      <span style={{ width: `${entry.progress}%` }} />
    </span>
  );
}
