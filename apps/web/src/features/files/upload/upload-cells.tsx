import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { UploadStatus } from '@prdm/contract/status';
import { useT } from '../../../lib/i18n.ts';
import { Icon, type IconName } from '../../../ui/look/icon.tsx';
import { cancelUploads, pauseUploads, removeUploads, resumeUploads } from './upload-queue.ts';
import { controlsOf, type UploadControl, type UploadItem } from './upload-rules.ts';
import { paceText } from './upload-text.ts';

/** Link to the target folder or record. */
export function CatalogLink({ item: { entry, projectId, record } }: { item: UploadItem }) {
  const to = record?.to ?? `/file/index?project_id=${projectId}&pid=${entry.current_catalog_pid}`;
  return (
    <Link to={to} title={entry.catalogPath}>
      {entry.catalogName}
    </Link>
  );
}

const RUN: Record<UploadControl, { icon: IconName; run: (ids: readonly number[]) => void }> = {
  pause: { icon: 'pause', run: pauseUploads },
  resume: { icon: 'play', run: resumeUploads },
  retry: { icon: 'refresh', run: resumeUploads },
  cancel: { icon: 'close', run: cancelUploads },
  // No dustbin icon: the action removes the line and keeps the file.
  remove: { icon: 'close', run: removeUploads },
};

/** Actions on a file, or on all files of a folder. */
export function Controls({ status, name, ids }: { status: UploadStatus; name: string; ids: readonly number[] }) {
  const t = useT();
  return controlsOf(status).map((control) => (
    <button
      key={control}
      type="button"
      className="icon-button"
      aria-label={`${t(`files.upload.control.${control}`)} ${name}`}
      title={t(`files.upload.control.${control}`)}
      onClick={() => RUN[control].run(ids)}
    >
      <Icon name={RUN[control].icon} size={14} />
    </button>
  ));
}

/** Progress in words, and as a bar during the upload. */
export function Progress(props: {
  status: UploadStatus;
  percent: number;
  name: string;
  pace: { bytesLeft: number; speed: number };
}) {
  const t = useT();
  const { status, percent, pace } = props;
  const isUnderWay = status === 'uploading' || status === 'paused';
  return (
    <>
      <span className="upload-status">
        {t(`files.upload.status.${status}`)} {isUnderWay && <span className="tabular">{percent}%</span>}
      </span>
      {status === 'uploading' && (
        <>
          <Bar name={props.name} percent={percent} />
          <small className="tabular">{paceText(t, pace.bytesLeft, pace.speed)}</small>
        </>
      )}
    </>
  );
}

/**
 * The bar moves after this time. A static bar looks the same for a slow and a dead connection. A short upload needs no
 * motion.
 */
const MOVES_AFTER_MS = 200;

function Bar({ name, percent }: { name: string; percent: number }) {
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMoving(true), MOVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span
      className={isMoving ? 'upload-bar upload-bar-moving' : 'upload-bar'}
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}
