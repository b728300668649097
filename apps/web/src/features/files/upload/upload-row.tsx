import { memo } from 'react';
import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { CatalogLink, Controls, Progress } from './upload-cells.tsx';
import { placeInside } from './upload-lines.ts';
import { statusOf, type UploadItem } from './upload-rules.ts';

/** One file of the panel. It is drawn only when it changes, so that five hundred rows do not slow the running one. */
export const UploadRow = memo(function UploadRow({ item }: { item: UploadItem }) {
  const { id, entry } = item;
  const status = statusOf(entry);
  const place = placeInside(entry);
  return (
    <tr data-status={status} data-inside={entry.isFolder} data-testid="upload-row">
      <td className="upload-name" title={entry.isFolder ? entry.relativePath : entry.name}>
        {place !== '' && <span className="upload-path">{place}/</span>}
        {entry.name}
      </td>
      <td className="upload-size tabular">{fileSize(entry.size)}</td>
      <td className="upload-name upload-catalog">
        <CatalogLink item={item} />
      </td>
      <td className="upload-state">
        <Status item={item} />
      </td>
      <td className="upload-tools">
        <Controls status={status} name={entry.name} ids={[id]} />
      </td>
    </tr>
  );
});

function Status({ item }: { item: UploadItem }) {
  const t = useT();
  const { entry, speed } = item;
  const status = statusOf(entry);
  const bytesLeft = entry.size * (1 - entry.progress / 100);
  return (
    <>
      <Progress status={status} percent={entry.progress} name={entry.name} pace={{ bytesLeft, speed }} />
      {status === 'success' && (entry.versionNo ?? 1) > 1 && (
        <small>{t('files.upload.asVersion', { n: entry.versionNo })}</small>
      )}
      {status === 'exceedSize' && <small>{t('codes.1015')}</small>}
      {status === 'error' && <small>{entry.error}</small>}
    </>
  );
}
