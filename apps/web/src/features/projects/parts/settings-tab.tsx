import { useState } from 'react';
import { useNavigate } from 'react-router';
import { edit, type ProjectInfo } from '@prdm/contract/projects';
import type { InputOf } from '../../../lib/api/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../lib/toasts.ts';
import { FormPage } from '../../../ui/form/form-page.tsx';
import { PersonLine } from '../../../ui/people/people-picker.tsx';
import { formOf, sheetOf, UNITS } from '../projects.logic.ts';
import { useEditProject } from '../projects.queries.ts';
import { SheetGroups } from './sheet/sheet-groups.tsx';

/** Form to edit the project sheet. The manager is read-only, because only a hand-over changes the manager. */
export function SettingsTab({ project, onDone }: { project: ProjectInfo; onDone: string }) {
  const t = useT();
  const navigate = useNavigate();
  const save = useEditProject();
  // A draft holds the whole sheet, so its key contains the version on which it is based. The key stays when a newer
  // version arrives.
  const [draftKey] = useState(`project.edit.${project.id}.${project.version}`);
  return (
    <FormPage
      wide
      schema={edit.input}
      initial={{ ...UNITS, ...formOf(project) }}
      version={project.version}
      draftKey={draftKey}
      onSubmit={async (values, version) => {
        const input = { ...sheetOf(values), project_id: project.id, version } as InputOf<typeof edit>;
        await save.mutateAsync(input);
      }}
      onCancel={() => void navigate(onDone, { replace: true })}
      onDone={() => {
        toast.success(t('common.saved'));
        void navigate(onDone, { replace: true });
      }}
    >
      <SheetGroups
        project={project}
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
