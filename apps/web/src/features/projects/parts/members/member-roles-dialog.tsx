import { Form } from 'antd';
import { memberRole, type ProjectMember } from '@prdm/contract/projects';
import { useT } from '../../../../lib/i18n.ts';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { ProfessionPicker } from '../../../config/index.ts';
import { editableRoles, rolesOnWire, type HeldRole } from '../../projects.logic.ts';
import { useMemberRoles } from '../../projects.queries.ts';
import { ProjectRoleSelect } from './project-role-select.tsx';
import { RoleTags } from './role-tags.tsx';

/** The current roles of one member. Each role applies to one discipline or to all of them. */
export function MemberRolesDialog(props: {
  projectId: number;
  member: ProjectMember;
  /** `kept`: why the manager keeps the role. `none`: what a member without a role may do. */
  texts: { readonly kept: string; readonly none: string };
  onClose: () => void;
}) {
  const t = useT();
  const { member, texts } = props;
  const save = useMemberRoles();
  const { kept, open } = editableRoles(member);
  const keptRoles = member.roles.filter(({ id }) => kept.some(({ role_id }) => role_id === id));
  return (
    <FormDialog
      title={t('projects.members.rolesOf', { name: member.name })}
      schema={memberRole.input}
      initial={{ roles: open }}
      version={member.version}
      onClose={props.onClose}
      onSubmit={({ roles = [] }, version) =>
        save.mutateAsync({
          project_id: props.projectId,
          user_id: member.user_id,
          version,
          roles: rolesOnWire([...kept, ...(roles as Partial<HeldRole>[])]),
        })
      }
    >
      {keptRoles.length > 0 && (
        <p className="role-kept">
          <RoleTags roles={keptRoles} />
          <span className="muted">{texts.kept}</span>
        </p>
      )}
      <RoleRows none={texts.none} />
    </FormDialog>
  );
}

function RoleRows({ none }: { none: string }) {
  const t = useT();
  return (
    <Form.List name="roles">
      {(fields, { add, remove }) => (
        <div className="role-rows">
          {fields.length === 0 && <p className="muted">{none}</p>}
          {fields.map(({ key, name }) => (
            <div key={key} className="role-row">
              <Form.Item name={[name, 'role_id']} rules={[{ required: true, message: t('validation.required') }]}>
                <ProjectRoleSelect aria-label={t('projects.members.roleNo', { n: name + 1 })} />
              </Form.Item>
              <Form.Item name={[name, 'profession_id']}>
                <ProfessionPicker
                  aria-label={t('projects.members.professionNo', { n: name + 1 })}
                  placeholder={t('projects.members.everyProfession')}
                />
              </Form.Item>
              <button
                type="button"
                className="icon-button"
                aria-label={t('projects.members.dropRole', { n: name + 1 })}
                onClick={() => remove(name)}
              >
                <Icon name="close" />
              </button>
            </div>
          ))}
          <button type="button" className="button role-add" onClick={() => add({})}>
            <Icon name="plus" />
            {t('projects.members.addRole')}
          </button>
        </div>
      )}
    </Form.List>
  );
}
