import type { StaffRow } from '@prdm/contract/organisation';
import { changePosition, changeProfessional } from '@prdm/contract/staff';
import { useApiMutation } from '../../../lib/api/queries.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { ProfessionPicker } from '../../config/index.ts';
import { PositionSelect } from '../parts/person-fields.tsx';

export type Assigned = 'position' | 'profession';

/** Gives the selected people one position or one discipline. */
export function AssignDialog(props: { what: Assigned; people: readonly StaffRow[]; onClose: () => void }) {
  const { what, people } = props;
  const t = useT();
  const position = useApiMutation(changePosition, { inForm: true });
  const profession = useApiMutation(changeProfessional, { inForm: true });
  const count = people.length;
  const isPosition = what === 'position';
  const ids = people.map(({ id }) => id);
  const send = async (values: Record<string, unknown>) => {
    if (isPosition) await position.mutateAsync({ user_ids: ids, position_id: Number(values.position_id) });
    else await profession.mutateAsync({ user_ids: ids, profession_id: Number(values.profession_id) });
    toast.success(t('organisation.staff.assigned', { count }));
  };
  return (
    <FormDialog
      title={t(`organisation.staff.assign.${what}`, { count })}
      schema={(isPosition ? changePosition : changeProfessional).input}
      initial={{ user_ids: ids }}
      submitLabel={t('organisation.staff.assignVerb', { count })}
      width={440}
      onSubmit={send}
      onClose={props.onClose}
    >
      <p className="assign-people">{people.map(({ name }) => name).join(t('organisation.staff.and'))}</p>
      {isPosition ? (
        <Field name="position_id" label={t('organisation.field.position_id')} required>
          <PositionSelect />
        </Field>
      ) : (
        <Field name="profession_id" label={t('config.kind.profession')} required>
          <ProfessionPicker />
        </Field>
      )}
    </FormDialog>
  );
}
