import { Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TemplateInfo } from '@prdm/contract/processes';
import { showFailure } from '../../../lib/api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { useTemplate, useTemplates } from '../../processes/index.ts';
import { filledBy } from '../template-fill.logic.ts';

/** Fills the stages of a new task from a template. Without an enabled template it shows nothing. */
export function TemplateFill() {
  const t = useT();
  const form = Form.useFormInstance();
  const [picked, setPicked] = useState<number | null>(null);
  const templates = useTemplates({ kind: 'task', enabled: true, ispage: 'not' }).data?.list ?? [];
  const { data: info, error } = useTemplate(picked);
  const fill = useEffectEvent((template: TemplateInfo) => {
    const { stages, cc_ids } = filledBy(template, (form.getFieldValue('cc_ids') ?? []) as number[]);
    const before = { stages: form.getFieldValue('stages') as unknown, cc_ids: form.getFieldValue('cc_ids') as unknown };
    form.setFieldValue('stages', stages);
    form.setFieldValue('cc_ids', cc_ids);
    toast.success(t('templates.used', { name: template.name, n: template.stages.length }), {
      label: t('common.undo'),
      run: () => {
        form.setFieldValue('stages', before.stages);
        form.setFieldValue('cc_ids', before.cc_ids);
      },
    });
    setPicked(null);
  });
  const refuse = useEffectEvent((why: Error) => {
    showFailure(why);
    setPicked(null);
  });
  useEffect(() => {
    if (info && info.id === picked) fill(info);
  }, [info, picked]);
  useEffect(() => {
    if (error !== null) refuse(error);
  }, [error]);
  if (templates.length === 0) return null;
  return (
    <div className="task-form-template">
      <Select
        value={picked}
        placeholder={t('templates.use')}
        aria-label={t('templates.use')}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id: number | null) => setPicked(id)}
      />
      <span className="muted">{t('templates.useHint')}</span>
    </div>
  );
}
