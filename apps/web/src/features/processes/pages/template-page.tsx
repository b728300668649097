import { Checkbox, Form, Input } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import * as contract from '@prdm/contract/processes/templates';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { isGone } from '../../../lib/api/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { FormPage } from '../../../ui/form/form-page.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { StaffPicker } from '../../organisation/index.ts';
import { TEMPLATES_PATH } from '../addresses.ts';
import { ConditionRows } from '../parts/condition-rows.tsx';
import { StageEditor } from '../parts/stage-editor.tsx';
import { TestRunPanel } from '../parts/test-run.tsx';
import {
  newTemplateStage,
  sentStage,
  templateValues,
  type StageValues,
  type TemplateValues,
} from '../templates.logic.ts';
import { useAddTemplate, useEditTemplate, useTemplate } from '../templates.queries.ts';

/**
 * Form of a template. Without an id it is empty and has one open stage. `from` names a template whose stages a new one
 * takes.
 */
export default function TemplatePage() {
  const t = useT();
  const [address] = useSearchParams();
  const number = (name: string) => Number(address.get(name) ?? 0) || null;
  const [id, from] = [number('id'), number('from')];
  const { data: info, error, refetch } = useTemplate(id ?? from);
  useErrorPage(error);
  if (error !== null && (isGone(error) || !info)) return <FailedState error={error} onRetry={() => void refetch()} />;
  if ((id ?? from) !== null && !info) return <SkeletonLines lines={8} />;
  const copied =
    id === null && info ? { ...info, is_default: false, name: t('templates.copyOf', { name: info.name }) } : info;
  return <TemplateForm key={`${id} ${from}`} info={copied} id={id} />;
}

function TemplateForm({ info, id }: { info: contract.TemplateInfo | undefined; id: number | null }) {
  const t = useT();
  const navigate = useNavigate();
  const [add, edit] = [useAddTemplate(), useEditTemplate()];
  const kind = info?.kind ?? 'task';
  const leave = () => void navigate(TEMPLATES_PATH, { replace: true });
  const send = (given: Record<string, unknown>, version: number | undefined): Promise<unknown> => {
    // The schema has checked the values. The form does not show the kind and keeps it.
    const { stages } = given as { stages: StageValues[] };
    const values = { ...given, kind, stages: stages.map(sentStage) } as TemplateValues;
    return id === null ? add.mutateAsync(values) : edit.mutateAsync({ ...values, id, version: version ?? 0 });
  };
  return (
    <FormPage
      schema={contract.templateAdd.input}
      initial={info ? templateValues(info) : { stages: [newTemplateStage(1)] }}
      draftKey={id === null && !info ? 'process_template' : undefined}
      version={id === null ? undefined : info?.version}
      onSubmit={send}
      onDone={leave}
      onCancel={leave}
      submitLabel={t(id === null ? 'templates.create' : 'common.save')}
    >
      <h1 className="page-title">{t(id === null ? 'templates.titles.add' : 'templates.titles.edit')}</h1>
      {id !== null && (
        <p className="notice-line" data-kind="info">
          {t('templates.runningKeep')}
        </p>
      )}
      <Field name="name" label={t('templates.field.name')}>
        <Input {...typedLength(LIMITS.nameMax)} placeholder={t('templates.nameExample')} autoFocus={id === null} />
      </Field>
      <StageEditor
        known={info?.stages.flatMap(({ executors, cc }) => [...executors, ...cc])}
        knownRoles={info?.stages.flatMap(({ role }) => role ?? [])}
        kind={kind}
        startsOpen={!info}
      />
      <Field name="cc_ids" label={t('templates.field.cc')} extra={t('templates.ccHint')}>
        <StaffPicker multiple known={info?.cc} />
      </Field>
      <Field name="is_default" valuePropName="checked" rules={[]} extra={t('templates.defaultHint')}>
        <Checkbox>{t('templates.field.isDefault')}</Checkbox>
      </Field>
      <Form.Item label={t('templates.field.useWhen')} extra={t('templates.useWhenHint')}>
        <ConditionRows name="conditions" kind={kind} />
      </Form.Item>
      {id !== null && <TestRunPanel templateId={id} />}
    </FormPage>
  );
}
