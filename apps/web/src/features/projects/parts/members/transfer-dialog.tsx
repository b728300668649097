import { transferManager, type ProjectInfo } from '@prdm/contract/projects';
import { useT } from '../../../../lib/i18n.ts';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { FormDialog } from '../../../../ui/form/form-dialog.tsx';
import { Field } from '../../../../ui/form/record-form.tsx';
import { StaffPicker } from '../../../organisation/index.ts';
import { refreshRights, useTransferManager } from '../../projects.queries.ts';

/** Dialog that hands the project over to another member. */
export function TransferDialog({ project, onClose }: { project: ProjectInfo; onClose: () => void }) {
  const t = useT();
  const transfer = useTransferManager();
  return (
    <FormDialog
      title={t('projects.transfer.action')}
      schema={transferManager.input}
      submitLabel={t('projects.transfer.verb')}
      version={project.version}
      onClose={onClose}
      onSubmit={async ({ manager_id }, version = project.version) => {
        await transfer.mutateAsync({
          project_id: project.id,
          version,
          manager_id: Number(manager_id),
        });
        await refreshRights().catch(showFailure);
      }}
    >
      <p className="dialog-lead">{t('projects.transfer.text', { name: project.manager_name })}</p>
      <Field name="manager_id" label={t('projects.transfer.to')}>
        <StaffPicker
          projectId={project.id}
          exclude={[project.manager_id]}
          placeholder={t('projects.transfer.members')}
        />
      </Field>
    </FormDialog>
  );
}
