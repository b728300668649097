import type { ReactNode } from 'react';
import { viewpointThumb } from '@prdm/contract/models';
import { usePicture } from '../../../lib/use-picture.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import './views.css';

/** A viewpoint of the project to choose, as far as the form needs it. */
export interface ListedView {
  readonly id: number;
  readonly name: string;
  readonly model_name: string;
  readonly has_thumb: boolean;
}

/** Picture, name and model of a viewpoint. */
export function ViewTileContent({ view, projectId }: { view: ListedView; projectId: number }): ReactNode {
  const picture = usePicture(view.has_thumb ? `${viewpointThumb.path}?project_id=${projectId}&id=${view.id}` : null);
  return (
    <>
      <span className="view-tile-picture">
        {picture === null ? <Icon name="model" size={28} /> : <img src={picture} alt="" />}
      </span>
      <span className="view-tile-text">
        <span className="ellipsis" title={view.name}>
          {view.name}
        </span>
        <small className="ellipsis" title={view.model_name}>
          {view.model_name}
        </small>
      </span>
    </>
  );
}
