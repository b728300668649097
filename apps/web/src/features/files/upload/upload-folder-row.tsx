import { useState } from 'react';
import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { CatalogLink, Controls, Progress } from './upload-cells.tsx';
import { filesShown, folderState, type FolderLine } from './upload-lines.ts';
import { UploadRow } from './upload-row.tsx';

/** Maximum number of files drawn for a folder. Pending files come first. */
const FILES_SHOWN = 100;

/** A chosen folder as one line: its progress, its actions for all files, and its files when expanded. */
export function UploadFolderRow({ folder }: { folder: FolderLine }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const { name, items } = folder;
  const [first] = items;
  const { status, size, wanted, finished, failed, tooLarge, percent, bytesLeft, speed } = folderState(items);
  const { shown, more } = isOpen ? filesShown(items, FILES_SHOWN) : { shown: [], more: 0 };
  return (
    <>
      <tr data-status={status} data-testid="upload-folder-row">
        <td className="upload-name" title={name}>
          <button
            type="button"
            className="upload-fold"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'files.closeFolder' : 'files.openFolder', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} size={12} />
            <Icon name="folder" size={14} />
          </button>
          {name}{' '}
          <span className="upload-path tabular">{t('files.upload.finishedOf', { n: finished, total: wanted })}</span>
        </td>
        <td className="upload-size tabular">{fileSize(size)}</td>
        <td className="upload-name upload-catalog">{first && <CatalogLink item={first} />}</td>
        <td className="upload-state">
          <Progress status={status} percent={percent} name={name} pace={{ bytesLeft, speed }} />
          {failed > 0 && <small className="upload-trouble">{t('files.upload.failedOf', { n: failed })}</small>}
          {tooLarge > 0 && <small className="upload-trouble">{t('files.upload.tooLargeOf', { n: tooLarge })}</small>}
        </td>
        <td className="upload-tools">
          <Controls status={status} name={name} ids={items.map(({ id }) => id)} />
        </td>
      </tr>
      {shown.map((item) => (
        <UploadRow key={item.id} item={item} />
      ))}
      {more > 0 && (
        <tr data-inside="true">
          <td colSpan={5} className="upload-path">
            {t('files.upload.more', { count: more })}
          </td>
        </tr>
      )}
    </>
  );
}
