import { Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RunStage, TemplateInfo } from '@prdm/contract/processes/templates';
import { showFailure } from '../../../lib/api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Select } from '../../../ui/controls/select.tsx';
import type { PersonOption } from '../../../ui/people/people-picker.tsx';
import { useTemplate, useTemplates, useTestRun, whyOf } from '../../processes/index.ts';
import { emptyStages, filledBy } from '../template-fill.logic.ts';

/**
 * Fills the stages of a new task from a template, with the people whom its rules find for the project, the discipline
 * and the executors of the form. It says why a stage stayed empty. Without an enabled template it shows nothing.
 */
export function TemplateFill({
  projectId,
  onFound,
}: {
  projectId: number;
  /** The people of the stages. Some read every project without being members. */
  onFound: (people: readonly PersonOption[]) => void;
}) {
  const t = useT();
  const form = Form.useFormInstance();
  const [picked, setPicked] = useState<number | null>(null);
  const [empty, setEmpty] = useState<readonly RunStage[]>([]);
  const query = useTemplates({ kind: 'task', enabled: true, ispage: 'not' });
  const templates = query.data?.list ?? [];
  const { data: info, error } = useTemplate(picked);
  const testRun = useTestRun();
  const fill = useEffectEvent(async (template: TemplateInfo) => {
    const executors = (form.getFieldValue('executor_ids') ?? []) as number[];
    const profession = (form.getFieldValue('profession_id') ?? undefined) as number | undefined;
    const given = {
      template: template.id,
      project_id: projectId,
      profession_id: profession,
      starter_id: executors[0],
      author_ids: executors,
      facts: { type: 'task' },
    };
    // A refusal shows as a toast of the call.
    const run = await testRun.mutateAsync(given).catch(() => null);
    setPicked(null);
    if (run === null) return;
    const { stages, cc_ids } = filledBy(template, run, (form.getFieldValue('cc_ids') ?? []) as number[]);
    const before = { stages: form.getFieldValue('stages') as unknown, cc_ids: form.getFieldValue('cc_ids') as unknown };
    form.setFieldValue('stages', stages);
    form.setFieldValue('cc_ids', cc_ids);
    setEmpty(emptyStages(run));
    onFound(run.stages.flatMap(({ people }) => people));
    toast.success(t('templates.used', { name: template.name, n: stages.length }), {
      label: t('common.undo'),
      run: () => {
        form.setFieldValue('stages', before.stages);
        form.setFieldValue('cc_ids', before.cc_ids);
        setEmpty([]);
      },
    });
  });
  const refuse = useEffectEvent((why: Error) => {
    showFailure(why);
    setPicked(null);
  });
  useEffect(() => {
    if (info && info.id === picked) void fill(info);
  }, [info, picked]);
  useEffect(() => {
    if (error !== null) refuse(error);
  }, [error]);
  // The line keeps its place while the list loads, so that the stages below do not move.
  if (query.data && templates.length === 0) return null;
  return (
    <div className="task-form-template">
      <Select
        value={picked}
        placeholder={t('templates.use')}
        aria-label={t('templates.use')}
        options={[...templates]
          .sort((one, other) => Number(other.is_default) - Number(one.is_default))
          .map(({ id, name, is_default: isDefault }) => ({
            value: id,
            label: isDefault ? t('templates.defaultName', { name }) : name,
          }))}
        onChange={(id: number | null) => setPicked(id)}
      />
      <span className="muted">{t('templates.useHint')}</span>
      {empty.length > 0 && (
        <ul className="task-form-empty" role="status">
          {empty.map(({ position, name, left }) => (
            <li key={position}>
              {left.length === 0
                ? t('templates.run.empty', { name })
                : t('templates.run.emptyWhy', { name, why: whyOf(t, left) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
