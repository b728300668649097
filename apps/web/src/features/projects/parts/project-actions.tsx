import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ProjectInfo } from '@prdm/contract/projects';
import { useT } from '../../../lib/i18n.ts';
import { MenuItem, Popup } from '../../../ui/controls/popup.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { LIST_PATH } from '../addresses.ts';
import { TransferDialog } from './members/transfer-dialog.tsx';
import { partPath } from './project-head.tsx';
import { useArchive } from './use-archive.ts';

/** The actions on the whole project, at the end of its head. */
export function ProjectActions({ project, onQuiet }: { project: ProjectInfo; onQuiet: (isQuiet: boolean) => void }) {
  const t = useT();
  const navigate = useNavigate();
  const [transferring, setTransferring] = useState(false);
  const archive = useArchive();
  const { can } = project;
  return (
    <span className="project-head-actions">
      {can.edit && (
        <Link className="button" to={partPath(project.id, 'settings')} replace aria-label={t('common.edit')}>
          <Icon name="edit" />
          <span className="project-head-verb">{t('common.edit')}</span>
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
                      quiet: onQuiet,
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
      {transferring && <TransferDialog project={project} onClose={() => setTransferring(false)} />}
    </span>
  );
}
