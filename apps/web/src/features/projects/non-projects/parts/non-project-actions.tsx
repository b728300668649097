import { Link, useNavigate } from 'react-router';
import type { NonProjectInfo } from '@prdm/contract/projects/non-projects';
import { forgetProject } from '../../../../lib/app-state.ts';
import { useT } from '../../../../lib/i18n.ts';
import { dropRecentProject } from '../../../../lib/recents.ts';
import { toast } from '../../../../lib/toasts.ts';
import { MenuItem, Popup } from '../../../../ui/controls/popup.tsx';
import { confirm } from '../../../../ui/feedback/confirm.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { NON_PROJECTS_PATH, partPath } from '../../addresses.ts';
import { useDeleteNonProject, useReopenNonProject } from '../non-projects.queries.ts';
import { useClose } from './use-close.ts';

/** The actions on the whole non-project, at the end of its head. */
export function NonProjectActions({ project, onGone }: { project: NonProjectInfo; onGone: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const close = useClose();
  const reopen = useReopenNonProject();
  const remove = useDeleteNonProject();
  const { id, name, version, can } = project;
  const onRemove = async () => {
    const isWanted = await confirm({
      title: t('non-projects.act.delTitle', { name }),
      text: t('non-projects.act.delText'),
      verb: t('non-projects.act.del'),
      danger: true,
    });
    if (!isWanted) return;
    remove.mutate(
      { id, version },
      {
        onSuccess: () => {
          onGone();
          forgetProject(id);
          dropRecentProject(id);
          toast.success(t('non-projects.act.deleted', { name }));
          void navigate(NON_PROJECTS_PATH, { replace: true });
        },
      },
    );
  };
  return (
    <span className="project-head-actions">
      {can.edit && (
        <Link className="button" to={partPath(id, 'settings', false)} replace aria-label={t('common.edit')}>
          <Icon name="edit" />
          <span className="project-head-verb">{t('common.edit')}</span>
        </Link>
      )}
      {can.close && (
        <button
          type="button"
          className="button"
          aria-label={t('non-projects.act.close')}
          onClick={() => void close(project)}
        >
          <Icon name="check" />
          <span className="project-head-verb">{t('non-projects.act.close')}</span>
        </button>
      )}
      {can.reopen && (
        <button
          type="button"
          className="button button-primary"
          disabled={reopen.isPending}
          onClick={() =>
            reopen.mutate({ id, version }, { onSuccess: () => toast.success(t('non-projects.act.reopened', { name })) })
          }
        >
          {t('non-projects.act.reopen')}
        </button>
      )}
      {can.del && (
        <Popup kind="menu" label={t('common.more')} className="button" button={<Icon name="more" />}>
          {({ close: shut }) => (
            <MenuItem
              icon={<Icon name="trash" />}
              danger
              onSelect={() => {
                shut();
                void onRemove();
              }}
            >
              {t('non-projects.act.del')}
            </MenuItem>
          )}
        </Popup>
      )}
    </span>
  );
}
