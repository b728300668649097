import { useState } from 'react';
import { useNavigate } from 'react-router';
import { edit, type NonProjectInfo } from '@prdm/contract/projects/non-projects';
import type { InputOf } from '../../../../lib/api/call.ts';
import { useT } from '../../../../lib/i18n.ts';
import { toast } from '../../../../lib/toasts.ts';
import { FormPage } from '../../../../ui/form/form-page.tsx';
import { formOfNonProject, nonProjectOf } from '../non-projects.logic.ts';
import { useEditNonProject } from '../non-projects.queries.ts';
import { NonProjectFields } from './non-project-fields.tsx';

/** Form to edit a non-project. */
export function NonProjectSettings({ project, onDone }: { project: NonProjectInfo; onDone: string }) {
  const t = useT();
  const navigate = useNavigate();
  const save = useEditNonProject();
  // A draft holds the whole sheet, so its key contains the version on which it is based.
  const [draftKey] = useState(`nonProject.edit.${project.id}.${project.version}`);
  return (
    <FormPage
      schema={edit.input}
      initial={formOfNonProject(project)}
      version={project.version}
      draftKey={draftKey}
      onSubmit={async (values, version) => {
        await save.mutateAsync({ ...nonProjectOf(values), id: project.id, version } as InputOf<typeof edit>);
      }}
      onCancel={() => void navigate(onDone, { replace: true })}
      onDone={() => {
        toast.success(t('common.saved'));
        void navigate(onDone, { replace: true });
      }}
    >
      <NonProjectFields known={[{ id: project.manager_id, name: project.manager_name }]} />
    </FormPage>
  );
}
