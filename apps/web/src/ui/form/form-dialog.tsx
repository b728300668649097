import { Modal } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import type { z } from 'zod';
import { useT } from '../../lib/i18n.ts';
import { confirm } from '../feedback/confirm.tsx';
import { RecordForm, useRecordForm } from './record-form.tsx';
import { STILL } from '../still.ts';
import { useFocusBack } from '../use-focus-back.ts';

/**
 * A short form over the page. Mount it when it opens:
 * `{adding && <FormDialog title=… schema={user.add.input} onSubmit={…} onClose={…}>…`.
 * Closing asks first when the form has changes and no draft keeps them.
 */
export function FormDialog(props: {
  title: string;
  schema: z.ZodType;
  initial?: Record<string, unknown>;
  version?: number;
  onSubmit: (values: Record<string, unknown>, version: number | undefined) => Promise<unknown>;
  onClose: () => void;
  onDone?: () => void;
  /** Text of the submit button. The default is "save". */
  submitLabel?: string;
  /** The submit button takes something away. */
  danger?: boolean;
  draftKey?: string;
  width?: number | string;
  children: ReactNode;
}) {
  const t = useT();
  const form = useRecordForm();
  const hadListOpen = useListOpenAtEscape();
  useFocusBack();
  const fields = useRef<HTMLDivElement>(null);
  // The library focuses the first button of a dialog, the close button. Enter would close the dialog there.
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
      okButtonProps={{ danger: props.danger === true }}
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

/**
 * Lists of choices set aria-expanded at their field. An open calendar
 * shows only by its popup. Expanded folders and trees do not match.
 */
const LISTS_OPEN =
  '[role="dialog"] :is([role="combobox"], [aria-haspopup])[aria-expanded="true"], .ant-picker-dropdown:not(.ant-picker-dropdown-hidden)';

/**
 * Whether a list of choices or a calendar was open at the last Esc press. The key is then meant for that list.
 * The listener runs in the capture phase, because the list closes before the dialog gets the key.
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
