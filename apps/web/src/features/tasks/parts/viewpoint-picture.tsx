import { Link } from 'react-router';
import { viewpointThumb } from '@prdm/contract/models';
import { useT } from '../../../lib/i18n.ts';
import { usePicture } from '../../../lib/use-picture.ts';
import { Icon } from '../../../ui/look/icon.tsx';

/**
 * Picture of the viewpoint of a task. A click opens the model at this viewpoint. The size is fixed, so that the page
 * does not move when the picture loads.
 */
export function ViewpointPicture({ projectId, viewpointId }: { projectId: number; viewpointId: number }) {
  const t = useT();
  const picture = usePicture(`${viewpointThumb.path}?project_id=${projectId}&id=${viewpointId}`);
  return (
    <Link className="task-viewpoint" to={`/file/model/viewpoint?id=${viewpointId}&project_id=${projectId}`}>
      <span className="task-viewpoint-picture">
        {picture === null ? <Icon name="model" size={32} /> : <img src={picture} alt="" width={160} height={100} />}
      </span>
      <span>{t('tasks.drawer.openViewpoint')}</span>
    </Link>
  );
}
