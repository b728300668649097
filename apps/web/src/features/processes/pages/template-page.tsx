import { Input } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { LIMITS } from '@prdm/contract/limits';
import * as contract from '@prdm/contract/processes';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { isGone } from '../../../lib/api/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { FormPage } from '../../../ui/form/form-page.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { StaffPicker } from '../../organisation/index.ts';
import { TEMPLATES_PATH } from '../addresses.ts';
import { StageEditor } from '../parts/stage-editor.tsx';
import { newTemplateStage, templateValues, type TemplateValues } from '../templates.logic.ts';
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
  const copied = id === null && info ? { ...info, name: t('templates.copyOf', { name: info.name }) } : info;
  return <TemplateForm key={`${id} ${from}`} info={copied} id={id} />;
}

function TemplateForm({ info, id }: { info: contract.TemplateInfo | undefined; id: number | null }) {
  const t = useT();
  const navigate = useNavigate();
  const [add, edit] = [useAddTemplate(), useEditTemplate()];
  const leave = () => void navigate(TEMPLATES_PATH, { replace: true });
  const send = (given: Record<string, unknown>, version: number | undefined): Promise<unknown> => {
    // The schema has checked the values. The form does not show the kind and keeps it.
    const values = { ...given, kind: info?.kind ?? 'task' } as TemplateValues;
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
      <StageEditor known={info?.stages.flatMap(({ executors }) => executors)} startsOpen={!info} />
      <Field name="cc_ids" label={t('templates.field.cc')} extra={t('templates.ccHint')}>
        <StaffPicker multiple known={info?.cc} />
      </Field>
    </FormPage>
  );
}
