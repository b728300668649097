import { Button, type FormInstance } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { useT } from '../../lib/i18n.ts';
import { confirm } from '../feedback/confirm.tsx';
import { useLeaveGuard, type LeavePlace } from '../records/leave-guard.tsx';
import { RecordForm, useRecordForm } from './record-form.tsx';

/** The button that sent the form. Enter counts as the main button. */
export type SentBy = 'main' | 'other';

/** Parameters that name the record and the part of a page. Others change without closing the form. */
const PLACE = ['id', 'project_id', 'tab'];

function placeOf({ pathname, search }: LeavePlace): string {
  const params = new URLSearchParams(search);
  return [pathname, ...PLACE.map((name) => params.get(name) ?? '')].join(' ');
}

/** A long form as a page. Its buttons stay at the bottom, and leaving with unsaved changes asks first. */
export function FormPage(props: {
  schema: z.ZodType;
  initial?: Record<string, unknown>;
  version?: number;
  onSubmit: (values: Record<string, unknown>, version: number | undefined, by: SentBy) => Promise<unknown>;
  onDone?: () => void;
  onCancel?: () => void;
  submitLabel?: string;
  /** Label of a second submit button, a plain one before the main one. */
  otherLabel?: string;
  draftKey?: string;
  /** A part beside the buttons, for example the effect of saving. */
  beside?: (form: FormInstance) => ReactNode;
  /** The form has an index at its side. */
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useT();
  const form = useRecordForm();
  const [isSaved, setSaved] = useState(false);
  const by = useRef<SentBy>('main');
  const [busyWith, setBusyWith] = useState<SentBy>('main');
  const submit = (button: SentBy) => {
    by.current = button;
    setBusyWith(button);
    form.submit();
  };
  useLeaveGuard({
    holds: (from, to) => form.isDirty && placeOf(from) !== placeOf(to),
    ask: () =>
      confirm({
        title: t('common.leaveTitle'),
        text: t('common.leaveText'),
        verb: t('common.leave'),
        stay: t('common.stay'),
      }),
    closing: () => form.isDirty,
  });
  // onDone runs in an effect, after the guard has seen the clean form. A page that leaves in onDone must not ask.
  const done = useEffectEvent(() => {
    setSaved(false);
    props.onDone?.();
  });
  useEffect(() => {
    if (isSaved) done();
  }, [isSaved]);
  return (
    <div className="form-page">
      {/* The buttons are outside the form, so a submit event inside it comes from Enter in a field. */}
      <div
        className="form-page-body"
        data-wide={props.wide}
        onSubmitCapture={() => {
          by.current = 'main';
          setBusyWith('main');
        }}
      >
        <RecordForm
          form={form}
          schema={props.schema}
          initial={props.initial}
          version={props.version}
          draftKey={props.draftKey}
          onSubmit={(values, version) => props.onSubmit(values, version, by.current)}
          onDone={() => setSaved(true)}
        >
          {props.children}
        </RecordForm>
      </div>
      <div className="form-page-foot">
        {props.beside?.(form.instance)}
        {props.onCancel && <Button onClick={props.onCancel}>{t('common.cancel')}</Button>}
        {props.otherLabel !== undefined && (
          <Button
            loading={form.isBusy && busyWith === 'other'}
            disabled={form.isBusy && busyWith === 'main'}
            onClick={() => submit('other')}
          >
            {props.otherLabel}
          </Button>
        )}
        <Button
          type="primary"
          loading={form.isBusy && busyWith === 'main'}
          disabled={form.isBusy && busyWith === 'other'}
          onClick={() => submit('main')}
        >
          {props.submitLabel ?? t('common.save')}
        </Button>
      </div>
    </div>
  );
}
