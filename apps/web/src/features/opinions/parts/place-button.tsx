import { useState } from 'react';
import { Link } from 'react-router';
import { taskAttachments } from '@prdm/contract/tasks/attachments';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { AttachmentPreview, useAttachments, type Attached, type AttachmentCalls } from '../../attachments/index.ts';
import { opinionViewPath } from '../addresses.ts';
import type { OpinionSubject } from '../../processes/index.ts';
import { usePlaceWords } from '../use-words.ts';

/** The calls for the files of a record, by the kind of its process. Other kinds hand in no files. */
const FILES: Readonly<Partial<Record<string, AttachmentCalls>>> = { task: taskAttachments };

/** The record with the files of a process, and the calls that read them. Null for a kind without files. */
export function filesOf(subject: OpinionSubject): { calls: AttachmentCalls; record: Attached } | null {
  const calls = FILES[subject.kind];
  if (calls === undefined || subject.project_id === null) return null;
  const record = { id: subject.source_id, project_id: subject.project_id, title: subject.name, to: subject.pc_path };
  return { calls, record };
}

/** The place of an opinion. A click opens the stored view of a model, or the preview of the file. */
export function PlaceButton(props: {
  row: OpinionRow;
  subject: OpinionSubject;
  /** Replaces the link, on the page of the model itself. */
  onView?: ((row: OpinionRow) => void) | undefined;
}) {
  const t = useT();
  const { row, subject, onView } = props;
  const words = usePlaceWords()(row.place);
  const to = opinionViewPath(row, { processId: subject.process_id, projectId: subject.project_id });
  if (to !== null) {
    const label = t('opinion-pages.list.openModel', { name: words });
    const shown = (
      <>
        <Icon name="model" size={14} />
        <span>{words}</span>
      </>
    );
    return onView === undefined ? (
      <Link className="opinion-place" to={to} title={label}>
        {shown}
      </Link>
    ) : (
      <button type="button" className="opinion-place" title={label} onClick={() => onView(row)}>
        {shown}
      </button>
    );
  }
  if (row.place.file !== null) return <FilePlace row={row} subject={subject} words={words} />;
  return words === '' ? null : <span className="opinion-place-words">{words}</span>;
}

function FilePlace({ row, subject, words }: { row: OpinionRow; subject: OpinionSubject; words: string }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const source = filesOf(subject);
  const open = () => {
    if (source === null) toast.warning(t('opinion-pages.list.fileGone'));
    else setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        className="opinion-place"
        title={t('opinion-pages.list.openFile', { name: words })}
        onClick={open}
      >
        <Icon name="file" size={14} />
        <span>{words}</span>
      </button>
      {isOpen && source !== null && (
        <Preview
          fileId={row.place.file?.id ?? 0}
          page={row.place.file?.page ?? null}
          {...source}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function Preview(props: {
  fileId: number;
  page: number | null;
  calls: AttachmentCalls;
  record: Attached;
  onClose: () => void;
}) {
  const t = useT();
  const { fileId, page, calls, record, onClose } = props;
  const { data, error } = useAttachments(calls, record);
  const row = data?.list.find(({ id }) => id === fileId);
  if (row !== undefined)
    return <AttachmentPreview row={row} calls={calls} record={record} page={page} onClose={onClose} />;
  if (data === undefined && error === null) return null;
  return (
    <span className="opinion-problem" role="alert">
      {t('opinion-pages.list.fileGone')}
    </span>
  );
}
