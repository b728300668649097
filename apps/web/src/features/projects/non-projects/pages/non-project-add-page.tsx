import { Form } from 'antd';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { decide, seesAllProjects } from '@prdm/access';
import { add } from '@prdm/contract/projects/non-projects';
import type { InputOf } from '../../../../lib/api/call.ts';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { useT } from '../../../../lib/i18n.ts';
import { principalOf, useMe } from '../../../../lib/session/access.ts';
import { toast } from '../../../../lib/toasts.ts';
import { FormPage } from '../../../../ui/form/form-page.tsx';
import { NON_PROJECTS_PATH, nonProjectPath } from '../../addresses.ts';
import { refreshRights } from '../../projects.queries.ts';
import { nonProjectOf } from '../non-projects.logic.ts';
import { useAddNonProject } from '../non-projects.queries.ts';
import { NonProjectFields } from '../parts/non-project-fields.tsx';

/**
 * Form for a new non-project. The creator is its manager unless the form names another colleague. A creator without
 * NonProject-edit cannot open the non-project of another manager, so the page warns and then returns to the list.
 */
export default function NonProjectAddPage() {
  const t = useT();
  const navigate = useNavigate();
  const create = useAddNonProject();
  const made = useRef<{ id: number; name: string; isOpen: boolean } | null>(null);
  const me = useMe();
  const principal = principalOf(me);
  const mayOpen = (managerId: unknown): boolean =>
    typeof managerId !== 'number' ||
    managerId === me.id ||
    seesAllProjects(principal) ||
    decide(principal, { ask: 'node', scope: 'other', actions: 'NonProject-edit' }).allowed;
  return (
    <FormPage
      schema={add.input}
      initial={{ manager_id: me.id }}
      draftKey="nonProject.add"
      submitLabel={t('non-projects.form.create')}
      onSubmit={async (values) => {
        const { id } = await create.mutateAsync(nonProjectOf(values) as InputOf<typeof add>);
        made.current = { id, name: String(values.name).trim(), isOpen: mayOpen(values.manager_id) };
        // Loads the manager's rights in the new non-project. Without them the page would hide permitted parts.
        await refreshRights().catch(showFailure);
      }}
      onCancel={() => void navigate(NON_PROJECTS_PATH)}
      onDone={() => {
        if (made.current === null) return;
        if (made.current.isOpen) {
          void navigate(nonProjectPath(made.current.id), { replace: true });
          return;
        }
        toast.success(t('non-projects.form.madeForOther', { name: made.current.name }));
        void navigate(NON_PROJECTS_PATH, { replace: true });
      }}
    >
      <NonProjectFields managerHint={<ManagerHint text={t('non-projects.form.cannotOpen')} mayOpen={mayOpen} />} />
    </FormPage>
  );
}

/** Hint below the manager field. It appears as soon as the choice excludes the creator. */
function ManagerHint({ text, mayOpen }: { text: string; mayOpen: (managerId: unknown) => boolean }) {
  const managerId: unknown = Form.useWatch('manager_id');
  return mayOpen(managerId) ? null : <span role="status">{text}</span>;
}
