import { useState } from 'react';
import type { AttachmentRow } from '@prdm/contract/kit/attachments';
import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { canShow, fileIcon } from '../../files/index.ts';
import {
  downloadAttachment,
  useDetach,
  useShown,
  type AttachmentCalls,
  type Attached,
} from '../attachments.queries.ts';
import type { HandedInMark } from '../handed-in.logic.ts';
import { AttachmentPreview } from './attachment-preview.tsx';

/** A larger picture has an icon only, because its thumbnail is the whole file. */
const THUMB_BYTES = 4 * 1024 * 1024;

/** One attachment: picture or icon, name, facts, and the actions of the reader. */
export function AttachmentCard({
  row,
  calls,
  record,
  mark: since = null,
}: {
  row: AttachmentRow;
  calls: AttachmentCalls;
  record: Attached;
  /** Change of a handed-in file since the round before. */
  mark?: HandedInMark | null;
}) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const detach = useDetach(calls, record);
  const isShown = canShow(row.type);
  const thumb = useShown(calls, record, row.id, row.type === 'image' && row.size <= THUMB_BYTES);
  const download = () => void downloadAttachment(calls, record, row.id).catch(showFailure);
  const mark = stateOf(row);
  return (
    <li className="attachment-card">
      <span className="attachment-thumb" data-kind={thumb.data ? 'picture' : 'icon'}>
        {thumb.data ? <img src={thumb.data.url} alt="" /> : <Icon name={fileIcon(row)} size={24} />}
      </span>
      <span className="attachment-facts">
        <button
          type="button"
          className="attachment-name"
          title={row.name}
          onClick={isShown ? () => setOpen(true) : download}
        >
          {row.name}
        </button>
        {since !== null && (
          <span className="handed-in-mark" data-mark={since}>
            {t(`attachments.handedIn.${since}`)}
          </span>
        )}
        <span className="attachment-fact">
          <span className="tabular">{fileSize(row.size)}</span>
          {row.source && <span>{t('attachments.fromFile', { n: row.source.version_no })}</span>}
          <span title={t('attachments.by', { name: row.added_by.name })}>{row.added_by.name}</span>
          <DateText value={row.added_at} />
        </span>
        {mark !== null && (
          <span className="attachment-changed">
            <Icon name="warning" size={12} />
            {mark === 'gone' ? t('attachments.sourceGone') : t('attachments.changed', { n: mark })}
          </span>
        )}
      </span>
      <span className="attachment-tools">
        {isShown && <Tool icon="eye" label={t('attachments.preview')} name={row.name} run={() => setOpen(true)} />}
        <Tool icon="download" label={t('attachments.download')} name={row.name} run={download} />
        {row.can_remove && (
          <Tool
            icon="close"
            label={t('attachments.remove')}
            name={row.name}
            isBusy={detach.isPending}
            run={() => detach.mutate(row, { onError: showFailure })}
          />
        )}
      </span>
      {isOpen && <AttachmentPreview row={row} calls={calls} record={record} onClose={() => setOpen(false)} />}
    </li>
  );
}

/** The newer version of the source, 'gone' for a deleted source, null while the attachment is current. */
function stateOf({ source }: AttachmentRow): number | 'gone' | null {
  if (source === null) return null;
  if (source.newest_no === null) return 'gone';
  return source.newest_no > source.version_no ? source.newest_no : null;
}

function Tool(props: {
  icon: 'eye' | 'download' | 'close';
  label: string;
  name: string;
  isBusy?: boolean;
  run: () => void;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`${props.label} ${props.name}`}
      title={props.label}
      disabled={props.isBusy}
      onClick={props.run}
    >
      <Icon name={props.icon} size={14} />
    </button>
  );
}
