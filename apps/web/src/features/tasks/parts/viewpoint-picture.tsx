import { Link } from 'react-router';
import { viewpointThumb } from '@prdm/contract/models';
import { useT } from '../../../lib/i18n.ts';
import { usePicture } from '../../../lib/use-picture.ts';
import { Icon } from '../../../ui/look/icon.tsx';

/** What a task is about, seen as it was when somebody found it; a click opens the model there. Its room is taken from the start. */
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
