import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ProjectInfo } from '@prdm/contract/projects';
import { standardName, useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import { PersonLine } from '../../../ui/people/people-picker.tsx';
import { MenuItem, Popup } from '../../../ui/controls/popup.tsx';
import { ToneChip } from '../../../ui/feedback/status-chip.tsx';
import { LIST_PATH } from '../addresses.ts';
import { TransferDialog } from './members/transfer-dialog.tsx';
import { useArchive } from './use-archive.ts';

/** Name and state of the project, and the actions on the whole project. */
export function ProjectHead(props: { project: ProjectInfo; editPath: string; onQuiet: (isQuiet: boolean) => void }) {
  const { project, editPath } = props;
  const t = useT();
  const navigate = useNavigate();
  const [transferring, setTransferring] = useState(false);
  const archive = useArchive();
  const { can } = project;
  return (
    <header className="project-head">
      <div className="project-head-main">
        <div className="project-head-line">
          <h1 className="ellipsis" title={project.name}>
            {project.name}
          </h1>
          <ToneChip
            tone={project.status === 'ongoing' ? 'blue' : 'neutral'}
            mark={project.status === 'ongoing' ? '◐' : '‖'}
          >
            {t(`projects.status.${project.status}`)}
          </ToneChip>
        </div>
        <p className="project-head-facts">
          <span className="tabular">{project.item_number}</span>
          <span>{standardName('project_type', project.type_name)}</span>
          <span>{standardName('stage', project.stage_name)}</span>
          <span className="project-head-manager" title={t('projects.field.manager_id')}>
            <span className="visually-hidden">{t('projects.field.manager_id')}</span>
            <PersonLine person={{ id: project.manager_id, name: project.manager_name, thumb: project.manager_thumb }} />
          </span>
        </p>
      </div>
      <div className="project-head-actions">
        {can.edit && (
          <Link className="button" to={editPath} replace>
            <Icon name="edit" />
            {t('common.edit')}
          </Link>
        )}
        {(can.transfer || can.archive) && (
          <Popup kind="menu" label={t('common.more')} className="button" button={<Icon name="more" />}>
            {({ close }) => (
              <>
                {can.transfer && (
                  <MenuItem
                    icon={<Icon name="users" />}
                    onSelect={() => {
                      close();
                      setTransferring(true);
                    }}
                  >
                    {t('projects.transfer.action')}
                  </MenuItem>
                )}
                {can.archive && (
                  <MenuItem
                    icon={<Icon name="folder" />}
                    danger
                    onSelect={() => {
                      close();
                      void archive(project, {
                        quiet: props.onQuiet,
                        leave: () => void navigate(`${LIST_PATH}?state=archived`),
                      });
                    }}
                  >
                    {t('projects.archive.action')}
                  </MenuItem>
                )}
              </>
            )}
          </Popup>
        )}
      </div>
      {transferring && <TransferDialog project={project} onClose={() => setTransferring(false)} />}
    </header>
  );
}
