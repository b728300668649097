import { Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TemplateInfo } from '@prdm/contract/processes';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { useTemplate, useTemplates } from '../../processes/index.ts';

/** The stages of a template as the task form holds them. Former colleagues are left out. */
const stagesOf = ({ stages }: TemplateInfo) =>
  stages.map(({ executor_rule: _rule, executors, ...stage }) => ({
    ...stage,
    executor_ids: executors.filter(({ active }) => active).map(({ id }) => id),
  }));

/** Fills the stages of a new task from a template. Without an enabled template it shows nothing. */
export function TemplateFill() {
  const t = useT();
  const form = Form.useFormInstance();
  const [picked, setPicked] = useState<number | null>(null);
  const templates = useTemplates({ kind: 'task', enabled: true, ispage: 'not' }).data?.list ?? [];
  const { data: info } = useTemplate(picked);
  const fill = useEffectEvent((template: TemplateInfo) => {
    form.setFieldValue('stages', stagesOf(template));
    const copies = (form.getFieldValue('cc_ids') ?? []) as number[];
    form.setFieldValue('cc_ids', [...new Set([...copies, ...template.cc.map(({ id }) => id)])]);
    toast.success(t('templates.used', { name: template.name, n: template.stages.length }));
    setPicked(null);
  });
  useEffect(() => {
    if (info && info.id === picked) fill(info);
  }, [info, picked]);
  if (templates.length === 0) return null;
  return (
    <p className="task-form-template">
      <Select
        value={picked}
        placeholder={t('templates.use')}
        aria-label={t('templates.use')}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id: number | null) => setPicked(id)}
      />
      <span className="muted">{t('templates.useHint')}</span>
    </p>
  );
}
