import type { Viewer } from '@prdm/viewer';
import { base64 } from '../../models.logic.ts';
import { useAddViewpoint, type ModelInfo } from '../../models.queries.ts';

const THUMB_WIDTH = 320;

/** Saves the present view with its picture. @returns the id of the viewpoint */
export function useSaveView(model: ModelInfo): (viewer: Viewer, name: string) => Promise<number> {
  const add = useAddViewpoint();
  return async (viewer, name) => {
    const thumb = await base64(await viewer.viewpoint.snapshot(THUMB_WIDTH));
    const state = JSON.stringify(viewer.viewpoint.save());
    const { id } = await add.mutateAsync({
      project_id: model.project_id,
      model_id: model.id,
      version_id: model.viewable?.version_id,
      name,
      state,
      thumb,
    });
    return id;
  };
}
