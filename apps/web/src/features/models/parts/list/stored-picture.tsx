import { usePicture } from '../../../../lib/use-picture.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { pictureAddress, thumbAddress, type ModelRow, type ViewpointRow } from '../../models.queries.ts';

/** Small picture of a viewpoint. */
export function ViewpointPicture({ projectId, viewpoint }: { projectId: number; viewpoint: ViewpointRow }) {
  const address = usePicture(viewpoint.has_thumb ? thumbAddress(projectId, viewpoint.id) : null, viewpoint.version);
  return <span className="model-thumb">{address !== null && <img src={address} alt="" width={88} height={55} />}</span>;
}

/**
 * Picture of the model, or a quiet placeholder before the first view. It reserves its room, so nothing moves when it
 * loads.
 */
export function ModelPicture({ model }: { model: ModelRow }) {
  const address = usePicture(pictureAddress(model));
  return (
    <span className="model-picture" data-drawn={address !== null}>
      {address === null ? (
        <Icon name="model" size={40} strokeWidth={0.8} />
      ) : (
        <img src={address} alt="" width={480} height={300} />
      )}
    </span>
  );
}
