import { Button } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { useT } from '../../lib/i18n.ts';
import { confirm } from '../confirm.tsx';
import { useLeaveGuard } from '../leave-guard.tsx';
import { RecordForm, useRecordForm } from './record-form.tsx';

/** A long form as a page: its buttons stay at the bottom, leaving with something unsaved asks first. */
export function FormPage(props: {
  schema: z.ZodType;
  initial?: Record<string, unknown>;
  version?: number;
  onSubmit: (values: Record<string, unknown>, version: number | undefined) => Promise<unknown>;
  onDone?: () => void;
  onCancel?: () => void;
  submitLabel?: string;
  draftKey?: string;
  children: ReactNode;
}) {
  const t = useT();
  const form = useRecordForm();
  const [isSaved, setSaved] = useState(false);
  useLeaveGuard({
    holds: (from, to) => form.isDirty && from !== to,
    ask: () =>
      confirm({
        title: t('common.leaveTitle'),
        text: t('common.leaveText'),
        verb: t('common.leave'),
        stay: t('common.stay'),
      }),
    closing: () => form.isDirty,
  });
  // Told after the guard has heard that nothing is unsaved any more: a page that leaves at once must not be asked about.
  const done = useEffectEvent(() => {
    setSaved(false);
    props.onDone?.();
  });
  useEffect(() => {
    if (isSaved) done();
  }, [isSaved]);
  return (
    <div className="form-page">
      <div className="form-page-body">
        <RecordForm
          form={form}
          schema={props.schema}
          initial={props.initial}
          version={props.version}
          draftKey={props.draftKey}
          onSubmit={props.onSubmit}
          onDone={() => setSaved(true)}
        >
          {props.children}
        </RecordForm>
      </div>
      <div className="form-page-foot">
        {props.onCancel && <Button onClick={props.onCancel}>{t('common.cancel')}</Button>}
        <Button type="primary" loading={form.isBusy} onClick={form.submit}>
          {props.submitLabel ?? t('common.save')}
        </Button>
      </div>
    </div>
  );
}
