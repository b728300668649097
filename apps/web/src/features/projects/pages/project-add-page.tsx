import { Form } from 'antd';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { seesAllProjects } from '@prdm/access';
import { add } from '@prdm/contract/projects';
import { principalOf, useMe } from '../../../lib/session/access.ts';
import { chooseProject, type ProjectInfo } from '../../../lib/app-state.ts';
import type { InputOf } from '../../../lib/api/call.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { showFailure } from '../../../lib/api/query-client.ts';
import { session } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toasts.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { FormPage } from '../../../ui/form/form-page.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { StaffPicker } from '../../organisation/index.ts';
import { LIST_PATH, projectPath } from '../addresses.ts';
import { SheetGroups } from '../parts/sheet/sheet-groups.tsx';
import { NEW_SHEET, sheetOf } from '../projects.logic.ts';
import { refreshRights, useAddProject } from '../projects.queries.ts';

/**
 * Form for a new project. After saving, the project opens. The creator is its manager unless the form names another
 * person. The manager becomes the only member. So the page warns a creator who could not open the project.
 */
export default function ProjectAddPage() {
  const t = useT();
  const navigate = useNavigate();
  const create = useAddProject();
  const made = useRef<ProjectInfo | null>(null);
  const me = useMe();
  const mayNotOpen = (managerId: unknown): boolean =>
    typeof managerId === 'number' && managerId !== me.id && !seesAllProjects(principalOf(me));
  const send = async (values: Record<string, unknown>) => {
    if (mayNotOpen(values.manager_id) && !(await confirmForOther(t))) throw new DOMException('kept', 'AbortError');
    const input = { ...sheetOf(values), manager_id: values.manager_id } as InputOf<typeof add>;
    const { id } = await create.mutateAsync(input);
    made.current = { id, name: String(values.name).trim(), project_type: Number(values.type_id) };
    // Loads the manager's rights in the new project. Without them the page would hide permitted parts.
    await refreshRights().catch(showFailure);
  };
  return (
    <FormPage
      wide
      schema={add.input}
      initial={{ ...NEW_SHEET, manager_id: me.id }}
      draftKey="project.add"
      submitLabel={t('projects.sheet.create')}
      onSubmit={send}
      onCancel={() => void navigate(LIST_PATH)}
      onDone={() => {
        if (made.current === null) return;
        if (!opensFor(made.current.id)) {
          toast.success(t('projects.sheet.madeForOther', { name: made.current.name }));
          void navigate(LIST_PATH, { replace: true });
          return;
        }
        chooseProject(made.current);
        void navigate(projectPath(made.current.id), { replace: true });
      }}
    >
      <SheetGroups
        manager={
          <Field
            name="manager_id"
            label={t('projects.field.manager_id')}
            extra={<ManagerHint text={t('projects.sheet.cannotOpen')} isShown={mayNotOpen} />}
          >
            <StaffPicker />
          </Field>
        }
      />
    </FormPage>
  );
}

/** Hint below the manager field. It appears as soon as the choice excludes the creator. */
function ManagerHint({ text, isShown }: { text: string; isShown: (managerId: unknown) => boolean }) {
  const managerId: unknown = Form.useWatch('manager_id');
  return isShown(managerId) ? <span role="status">{text}</span> : null;
}

const confirmForOther = (t: Translate): Promise<boolean> =>
  confirm({
    title: t('projects.sheet.cannotOpenTitle'),
    text: t('projects.sheet.cannotOpenText'),
    verb: t('projects.sheet.createAnyway'),
    stay: t('projects.sheet.backToForm'),
  });

/** Whether the user can open the project. A creator who chose another manager is no member. */
function opensFor(id: number): boolean {
  const { me } = session();
  return me !== null && (seesAllProjects(principalOf(me)) || String(id) in me.project_access);
}
