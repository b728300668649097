import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { seesAllProjects } from '@prdm/access';
import { add } from '@prdm/contract/projects';
import { principalOf } from '../../../lib/access.ts';
import { chooseProject } from '../../../lib/app-state.ts';
import type { InputOf } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { session } from '../../../lib/session.ts';
import { toast } from '../../../lib/toasts.ts';
import { FormPage } from '../../../ui/form/form-page.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { StaffPicker } from '../../organisation/index.ts';
import { LIST_PATH, projectPath } from '../addresses.ts';
import { SheetGroups } from '../parts/sheet-groups.tsx';
import { NEW_SHEET, sheetOf } from '../projects.logic.ts';
import { refreshRights, useAddProject } from '../projects.queries.ts';

/** A new project on one page; saved, it opens. */
export default function ProjectAddPage() {
  const t = useT();
  const navigate = useNavigate();
  const create = useAddProject();
  const made = useRef<{ id: number; name: string } | null>(null);
  const send = async (values: Record<string, unknown>) => {
    const input = { ...sheetOf(values), manager_id: values.manager_id } as InputOf<typeof add>;
    const { id } = await create.mutateAsync(input);
    made.current = { id, name: String(values.name).trim() };
    // The manager's rights in the new project; without them the page would open with less than it may show.
    await refreshRights().catch(tellFailure);
  };
  return (
    <FormPage
      schema={add.input}
      initial={NEW_SHEET}
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
        isNew
        manager={
          <Field name="manager_id" label={t('projects.field.manager_id')}>
            <StaffPicker />
          </Field>
        }
      />
    </FormPage>
  );
}

/** A project made for another manager has members of its own; who made it need not be one. */
function opensFor(id: number): boolean {
  const { me } = session();
  return me !== null && (seesAllProjects(principalOf(me)) || String(id) in me.project_access);
}
