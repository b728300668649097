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

/** Writes somebody's record anew, roles among it, by the same form that made it. The account's name stays. */
export function EditPersonDialog({ person, onClose }: { person: StaffRow; onClose: () => void }) {
  const t = useT();
  const modify = useModifyPerson();
  // When another has saved meanwhile the form offers the newest record beside what was typed.
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
