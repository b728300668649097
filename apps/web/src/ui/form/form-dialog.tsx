import { Modal } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import type { z } from 'zod';
import { useT } from '../../lib/i18n.ts';
import { confirm } from '../feedback/confirm.tsx';
import { RecordForm, useRecordForm } from './record-form.tsx';
import { STILL } from '../still.ts';

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
  const hadListOpen = useListOpenAtEscape();
  const fields = useRef<HTMLDivElement>(null);
  // A dialog takes the focus to its first button, the cross, where Enter would close it.
  const begin = (isOpen: boolean) => {
    const inside = fields.current;
    if (!isOpen || inside === null || inside.contains(document.activeElement)) return;
    inside.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  };
  const close = async (event: object) => {
    if ('key' in event && hadListOpen.current) return;
    const asks = form.isDirty && props.draftKey === undefined;
    const question = { title: t('common.dropTitle'), verb: t('common.drop'), stay: t('common.stay') };
    if (asks && !(await confirm(question))) return;
    props.onClose();
  };
  return (
    <Modal
      open
      {...STILL}
      title={props.title}
      width={props.width ?? 520}
      style={{ maxWidth: '96%' }}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      closable={{ 'aria-label': t('common.close') }}
      onCancel={(event) => void close(event)}
      afterOpenChange={begin}
      cancelText={t('common.cancel')}
      okText={props.submitLabel ?? t('common.save')}
      onOk={form.submit}
      confirmLoading={form.isBusy}
    >
      <div ref={fields}>
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
      </div>
    </Modal>
  );
}

/** Lists of choices say that they are open at their field, a calendar only by being there. Opened folders and trees are no lists. */
const LISTS_OPEN =
  '[role="dialog"] :is([role="combobox"], [aria-haspopup])[aria-expanded="true"], .ant-picker-dropdown:not(.ant-picker-dropdown-hidden)';

/**
 * Whether a list of choices or a calendar was open when Esc was pressed last: the key was meant for that. Looked at before anybody
 * else hears the key, because the list is closed by the time the dialog does.
 */
function useListOpenAtEscape(): { readonly current: boolean } {
  const wasOpen = useRef(false);
  useEffect(() => {
    const look = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      wasOpen.current = document.querySelector(LISTS_OPEN) !== null;
    };
    document.addEventListener('keydown', look, true);
    return () => document.removeEventListener('keydown', look, true);
  }, []);
  return wasOpen;
}
