import { Modal } from 'antd';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useT } from '../../lib/i18n.ts';
import { confirm } from '../confirm.tsx';
import { RecordForm, useRecordForm } from './record-form.tsx';

/**
 * A short form over the page. Mount it when it opens: `{adding && <FormDialog title=… schema={user.add.input} onSubmit={…} onClose={…}>…`.
 * Closing with something typed asks first, unless a draft keeps it.
 */
export function FormDialog(props: {
  title: string;
  schema: z.ZodType;
  initial?: Record<string, unknown>;
  version?: number;
  onSubmit: (values: Record<string, unknown>, version: number | undefined) => Promise<unknown>;
  onClose: () => void;
  onDone?: () => void;
  /** The verb; "save" when absent. */
  submitLabel?: string;
  draftKey?: string;
  width?: number | string;
  children: ReactNode;
}) {
  const t = useT();
  const form = useRecordForm();
  const close = async () => {
    const asks = form.isDirty && props.draftKey === undefined;
    const question = { title: t('common.dropTitle'), verb: t('common.drop'), stay: t('common.stay') };
    if (asks && !(await confirm(question))) return;
    props.onClose();
  };
  return (
    <Modal
      open
      title={props.title}
      width={props.width ?? 520}
      style={{ maxWidth: '96%' }}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={() => void close()}
      cancelText={t('common.cancel')}
      okText={props.submitLabel ?? t('common.save')}
      onOk={form.submit}
      confirmLoading={form.isBusy}
    >
      <RecordForm
        form={form}
        schema={props.schema}
        initial={props.initial}
        version={props.version}
        draftKey={props.draftKey}
        onSubmit={props.onSubmit}
        onDone={() => {
          props.onDone?.();
          props.onClose();
        }}
      >
        {props.children}
      </RecordForm>
    </Modal>
  );
}
