import { Checkbox, Form } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { fileSize } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Field } from '../../../ui/form/record-form.tsx';
import { useAttachments, type AttachmentCalls, type Attached } from '../attachments.queries.ts';
import { tickedAtFirst } from '../handed-in.logic.ts';
import { useRecordUploads } from '../use-record-uploads.ts';
import { AddAttachments } from './add-attachments.tsx';
import { UploadCard } from './upload-card.tsx';
import './attachments.css';

const NAME = 'attachment_ids';

/**
 * A form field with the files to hand in: the attachments of the record, and new ones by upload or from the project. All
 * are ticked at first, of several with one name the newest. The form waits for uploads under way.
 */
export function HandInFiles({
  calls,
  record,
  more,
}: {
  calls: AttachmentCalls;
  record: Attached;
  /** Further ways to add something, beside those of files. */
  more?: ReactNode;
}) {
  const t = useT();
  const form = Form.useFormInstance();
  const { data } = useAttachments(calls, record);
  const { add, running } = useRecordUploads(calls, record);
  /** Files whose tick the user has changed. */
  const [changed, setChanged] = useState<ReadonlySet<number>>(new Set());
  const rows = (data?.list ?? []).filter(({ round }) => round === 0);
  const atFirst = tickedAtFirst(rows);
  const isTicked = (id: number): boolean => atFirst.has(id) !== changed.has(id);
  const ids = rows.map(({ id }) => id).filter(isTicked);
  const listed = ids.join();
  // The value is not an input of the user until a tick changes, so it does not mark the form as changed.
  useEffect(() => {
    form.setFieldValue(NAME, listed === '' ? [] : listed.split(',').map(Number));
  }, [form, listed]);
  const toggle = (id: number) =>
    setChanged((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  const waiting = running.length > 0 ? t('attachments.handIn.uploading') : null;
  return (
    <Field
      name={NAME}
      label={t('attachments.handIn.label')}
      extra={rows.length > 0 ? t('attachments.handIn.hint') : undefined}
      also={[{ validator: () => (waiting === null ? Promise.resolve() : Promise.reject(new Error(waiting))) }]}
    >
      <Choices>
        {rows.map((row) => (
          <Checkbox key={row.id} checked={isTicked(row.id)} onChange={() => toggle(row.id)}>
            <span className="hand-in-name">{row.name}</span>{' '}
            <span className="attachments-none tabular">{fileSize(row.size)}</span>
          </Checkbox>
        ))}
        {running.length > 0 && (
          <ul className="attachment-list">
            {running.map((item) => (
              <UploadCard key={item.id} item={item} />
            ))}
          </ul>
        )}
        <span className="hand-in-ways">
          {data?.can_add === true && <AddAttachments calls={calls} record={record} onFiles={add} />}
          {more}
        </span>
      </Choices>
    </Field>
  );
}

/**
 * Takes only the id of the field. The change handler of the field would replace its value with that of any input inside,
 * such as the file input or the search of the picker.
 */
const Choices = ({ id, children }: { id?: string; children: ReactNode }) => (
  <div id={id} className="hand-in">
    {children}
  </div>
);
