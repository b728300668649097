import { Input } from 'antd';
import type { StaffRow } from '@prdm/contract/organisation';
import { userModify } from '@prdm/contract/staff';
import type { InputOf } from '../../../lib/api/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { personInput, personValues } from '../organisation.logic.ts';
import { useModifyPerson, usePerson } from '../organisation.queries.ts';
import { PersonFields, RolesField } from './person-fields.tsx';

/**
 * Dialog that edits a person and the roles, with the fields of the dialog that adds one. The account name cannot
 * change.
 */
export function EditPersonDialog({ person, onClose }: { person: StaffRow; onClose: () => void }) {
  const t = useT();
  const modify = useModifyPerson();
  // After a conflict the form offers the newest record beside the typed values.
  const { data: latest = person } = usePerson(person.id);
  const send = async (values: Record<string, unknown>, version?: number) => {
    const input = { ...personInput(values), id: person.id, version };
    await modify.mutateAsync(input as InputOf<typeof userModify>);
    toast.success(t('organisation.staff.saved'));
  };
  return (
    <FormDialog
      title={t('organisation.staff.editNamed', { name: person.name })}
      schema={userModify.input}
      initial={personValues(latest)}
      version={latest.version}
      width={640}
      onSubmit={send}
      onClose={onClose}
    >
      <div className="person-grid">
        <PersonFields
          person={latest}
          second={
            <label className="ant-form-item person-account">
              <span>{t('organisation.field.account')}</span>
              <Input value={person.account} disabled />
            </label>
          }
        />
        <RolesField person={person} />
      </div>
    </FormDialog>
  );
}
