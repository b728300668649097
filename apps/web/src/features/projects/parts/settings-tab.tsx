import { useState } from 'react';
import { useNavigate } from 'react-router';
import { edit, type ProjectInfo } from '@prdm/contract/projects';
import type { InputOf } from '../../../lib/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { FormPage } from '../../../ui/form/form-page.tsx';
import { PersonLine } from '../../../ui/people-picker.tsx';
import { formOf, namedPeople, NEW_SHEET, sheetOf } from '../projects.logic.ts';
import { useEditProject } from '../projects.queries.ts';
import { SheetGroups } from './sheet-groups.tsx';

/** The project sheet for changing. The manager stands there as a name: only a hand-over changes who that is. */
export function SettingsTab({ project: current, onDone }: { project: ProjectInfo; onDone: string }) {
  const t = useT();
  const navigate = useNavigate();
  const save = useEditProject();
  // What the form began with: when somebody else has saved meanwhile the server must hear of the older version.
  const [project] = useState(current);
  return (
    <FormPage
      schema={edit.input}
      initial={{ ...NEW_SHEET, ...formOf(project) }}
      draftKey={`project.edit.${project.id}.${project.version}`}
      onSubmit={async (values) => {
        const input = { ...sheetOf(values), project_id: project.id, version: project.version } as InputOf<typeof edit>;
        const { warnings } = await save.mutateAsync(input);
        for (const warning of warnings) toast.warning(t(warning));
      }}
      onCancel={() => void navigate(onDone, { replace: true })}
      onDone={() => {
        toast.success(t('common.saved'));
        void navigate(onDone, { replace: true });
      }}
    >
      <SheetGroups
        isNew={false}
        known={namedPeople(project)}
        manager={
          <div className="ant-form-item">
            <p className="sheet-label">{t('projects.field.manager_id')}</p>
            <div className="sheet-fixed">
              <PersonLine
                person={{
                  id: project.manager_id,
                  name: project.manager_name,
                  thumb: project.manager_thumb,
                  hint: t('projects.sheet.managerHint'),
                }}
              />
            </div>
          </div>
        }
      />
    </FormPage>
  );
}
