import { memberAdd, type ProjectMember } from '@prdm/contract/projects';
import type { InputOf } from '../../../../lib/api/call.ts';
import { useT } from '../../../../lib/i18n.ts';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { Field } from '../../../../ui/form/record-form.tsx';
import { ProfessionPicker } from '../../../config/index.ts';
import { StaffPicker } from '../../../organisation/index.ts';
import { useAddMembers } from '../../projects.queries.ts';
import { ProjectRoleSelect } from './project-role-select.tsx';

/** Adds people to the project. All of them get the same roles. */
export function AddMembersDialog(props: {
  projectId: number;
  members: readonly ProjectMember[];
  /** The disciplines of the project. An empty list allows every discipline. */
  professionIds: readonly number[];
  onClose: () => void;
}) {
  const t = useT();
  const add = useAddMembers();
  const only = props.professionIds.length > 0 ? props.professionIds : undefined;
  return (
    <FormDialog
      title={t('projects.members.add')}
      schema={memberAdd.input}
      submitLabel={t('projects.members.addVerb')}
      onClose={props.onClose}
      onSubmit={(values) => add.mutateAsync({ ...values, project_id: props.projectId } as InputOf<typeof memberAdd>)}
    >
      <Field name="user_ids" label={t('projects.members.people')}>
        <StaffPicker multiple exclude={props.members.map(({ user_id }) => user_id)} />
      </Field>
      <Field name="role_ids" label={t('projects.members.roles')}>
        <ProjectRoleSelect multiple />
      </Field>
      <Field name="profession_id" label={t('config.kind.profession')} extra={t('projects.members.professionHint')}>
        <ProfessionPicker only={only} placeholder={t('projects.members.everyProfession')} />
      </Field>
    </FormDialog>
  );
}
