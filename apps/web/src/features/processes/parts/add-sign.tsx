import { Input, Radio } from 'antd';
import { LIMITS } from '@prdm/contract/limits';
import { addSign, type ProcessView } from '@prdm/contract/processes/review';
import { SIGN_MODES } from '@prdm/contract/status';
import type { InputOf } from '../../../lib/api/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import { StaffPicker } from '../../organisation/index.ts';
import { useAddSign } from '../processes.queries.ts';
import { assignmentIn } from './assignments.ts';

/** Adds a stage before or after the own one. The picker omits the present reviewers and the submitter. */
export function AddSign(props: { process: ProcessView; assignmentId: number; onClose: () => void }) {
  const t = useT();
  const { process, assignmentId, onClose } = props;
  const add = useAddSign();
  const stage = assignmentIn(process, assignmentId)?.stage;
  const excluded = [process.starter.id, ...(stage?.seats.map(({ user }) => user.id) ?? [])];
  return (
    <FormDialog
      title={t('processes.addSign.title')}
      schema={addSign.input}
      initial={{ where: 'before', sign_mode: 'any' }}
      submitLabel={t('processes.addSign.send')}
      onClose={onClose}
      onSubmit={async (values) => {
        await add.mutateAsync({ ...(values as Omit<Added, 'seat_id'>), seat_id: assignmentId });
        toast.success(t('processes.addSign.done'));
      }}
    >
      <Field name="where" label={t('processes.addSign.where')}>
        <Radio.Group
          options={(['before', 'after'] as const).map((value) => ({
            value,
            label: (
              <>
                {t(`processes.addSign.${value}`)}{' '}
                <span className="stage-fact">{t(`processes.addSign.${value}Hint`)}</span>
              </>
            ),
          }))}
        />
      </Field>
      <Field name="user_ids" label={t('processes.addSign.people')}>
        <StaffPicker multiple projectId={process.project_id ?? undefined} exclude={excluded} />
      </Field>
      <Field name="reason" label={t('processes.addSign.reason')}>
        <Input.TextArea rows={2} {...typedLength(LIMITS.commentMax)} />
      </Field>
      <Field name="sign_mode" label={t('processes.addSign.signMode')}>
        <Select options={SIGN_MODES.map((value) => ({ value, label: t(`processes.line.${value}`) }))} />
      </Field>
      <Field name="name" label={t('processes.addSign.name')} extra={t('processes.addSign.nameHint')}>
        <Input {...typedLength(LIMITS.nameMax)} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

type Added = InputOf<typeof addSign>;
