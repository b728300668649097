import { Link } from 'react-router';
import { fileSize } from '../../../lib/format.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { useLeaveGuard } from '../../../ui/leave-guard.tsx';
import {
  asksOnLeave,
  cancelUpload,
  closeUploads,
  hasPending,
  leaveConfirmed,
  pauseUpload,
  removeUpload,
  resumeUpload,
  retryUpload,
  toggleUploads,
  useUploads,
} from './upload-queue.ts';
import { controlsOf, finishedCount, isEnded, timeLeft, type UploadControl, type UploadEntry } from './upload-rules.ts';
import './upload-dock.css';

const RUN: Record<UploadControl, { icon: IconName; run: (id: number) => void }> = {
  pause: { icon: 'pause', run: pauseUpload },
  resume: { icon: 'play', run: resumeUpload },
  retry: { icon: 'refresh', run: retryUpload },
  cancel: { icon: 'close', run: cancelUpload },
  remove: { icon: 'trash', run: removeUpload },
};

/** The uploader panel at the bottom right of every page. */
export default function UploadDock() {
  const { isOpen } = useUploads();
  useUploadGuard();
  return isOpen ? <Panel /> : null;
}

function Panel() {
  const t = useT();
  const { entries, isCollapsed } = useUploads();
  const [done, total] = [finishedCount(entries), entries.length];
  const over = entries.every((entry) => isEnded(entry) || entry.status === 'error');
  const close = async () => {
    if (
      !over &&
      !(await confirm({ title: t('files.upload.giveUp'), verb: t('files.upload.giveUpVerb'), danger: true }))
    )
      return;
    closeUploads();
  };
  return (
    <section className="upload-dock" data-collapsed={isCollapsed} aria-label={t('files.upload.title')}>
      <header className="upload-head">
        <strong>{t(over ? 'files.upload.finished' : 'files.upload.uploading')}</strong>
        <span className="tabular" role="status">
          {done}/{total}
        </span>
        <span className="upload-tools">
          <button
            type="button"
            className="icon-button"
            aria-expanded={!isCollapsed}
            aria-label={t(isCollapsed ? 'files.upload.expand' : 'files.upload.collapse')}
            onClick={toggleUploads}
          >
            <Icon name={isCollapsed ? 'up' : 'down'} />
          </button>
          <button type="button" className="icon-button" aria-label={t('common.close')} onClick={() => void close()}>
            <Icon name="close" />
          </button>
        </span>
      </header>
      {!isCollapsed && (
        <div className="upload-list">
          <table className="upload-table">
            <thead>
              <tr>
                {(['name', 'size', 'catalog', 'status', 'actions'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`files.upload.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Row({ entry }: { entry: UploadEntry }) {
  const t = useT();
  const path = entry.relativePath === '' ? entry.name : entry.relativePath;
  return (
    <tr data-status={entry.status} data-testid="upload-row">
      <td className="upload-name" title={path}>
        {path}
      </td>
      <td className="tabular">{fileSize(entry.size)}</td>
      <td className="upload-name">
        <Link
          to={`/file/index?project_id=${entry.projectId}&pid=${entry.current_catalog_pid}`}
          title={entry.catalogPath}
        >
          {entry.catalogName}
        </Link>
      </td>
      <td>
        <span className="upload-status" title={entry.error}>
          {t(`files.upload.status.${entry.status}`)}{' '}
          {entry.status === 'uploading' && <span className="tabular">{entry.progress}%</span>}
        </span>
        {entry.status === 'uploading' && (
          <>
            <progress className="upload-progress" max={100} value={entry.progress} aria-label={path} />
            <small className="tabular">{paceText(t, entry)}</small>
          </>
        )}
        {entry.error !== '' && <small className="upload-error">{entry.error}</small>}
      </td>
      <td className="upload-tools">
        {controlsOf(entry).map((control) => (
          <button
            key={control}
            type="button"
            className="icon-button"
            aria-label={`${t(`files.upload.control.${control}`)} ${entry.name}`}
            title={t(`files.upload.control.${control}`)}
            onClick={() => RUN[control].run(entry.id)}
          >
            <Icon name={RUN[control].icon} size={14} />
          </button>
        ))}
      </td>
    </tr>
  );
}

function paceText(t: Translate, { size, progress, speed }: UploadEntry): string {
  if (speed <= 0) return '';
  const left = timeLeft(size * (1 - progress / 100), speed).map(([unit, n]) => t(`files.upload.unit.${unit}`, { n }));
  return `${t('files.upload.speed', { size: fileSize(speed) })} · ${left.join(' ')}`;
}

/** Leaving for another page than the files asks while something is pending; so does the browser when the tab closes. */
function useUploadGuard(): void {
  const t = useT();
  useLeaveGuard({
    holds: (from, to) => asksOnLeave() && to !== '/file/index' && from !== to,
    async ask() {
      const goes = await confirm({
        title: t('files.upload.giveUp'),
        text: t('files.upload.goesOn'),
        verb: t('common.leave'),
      });
      if (goes) leaveConfirmed();
      return goes;
    },
    closing: hasPending,
  });
}
