import { usePicture } from '../../../lib/use-picture.ts';
import { Icon } from '../../../ui/icon.tsx';
import { pictureAddress, thumbAddress, type ModelRow, type ViewpointRow } from '../models.queries.ts';

/** A viewpoint's small picture. */
export function ViewpointPicture({ projectId, viewpoint }: { projectId: number; viewpoint: ViewpointRow }) {
  const address = usePicture(viewpoint.has_thumb ? thumbAddress(projectId, viewpoint.id) : null, viewpoint.version);
  return <span className="model-thumb">{address !== null && <img src={address} alt="" width={88} height={55} />}</span>;
}

/** What the model looks like, or calmly that nobody has seen it yet. Takes its room from the start: nothing moves when it comes. */
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
