import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import type { Viewer } from '@prdm/viewer';
import { handedViewpointInfo } from '@prdm/contract/kit/handed-viewpoints';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { useApiQuery } from '../../../../lib/api/queries.ts';
import type { ModelInfo } from '../../models.queries.ts';
import { idIn } from '../../models.versions.ts';
import { applyIn, type Missing } from './apply-view.ts';

export type HandedView = z.output<typeof handedViewpointInfo.output>;

/** The name of the parameter in the address of a model page: a viewpoint as it was handed in for review. */
const PARAMETER = 'handed';

/** The handed-in view of the address (`?handed=`), applied when the model is loaded. `ready` is true then. */
export function useHandedView(
  viewer: Viewer | null,
  ready: boolean,
  model: ModelInfo,
): { readonly handed: HandedView | null; readonly missing: Missing | null; readonly isPlaced: boolean } {
  const [address] = useSearchParams();
  const id = idIn(address, PARAMETER);
  const [isPlaced, setPlaced] = useState(id === null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const { data, error } = useApiQuery(
    handedViewpointInfo,
    { project_id: model.project_id, id: id ?? 0 },
    { enabled: id !== null },
  );
  // A view of another model cannot be shown here.
  const handed = data !== undefined && data.id === id && data.model_id === model.id ? data : null;
  const isForeign = data !== undefined && data.model_id !== model.id;
  const state = handed?.state;
  useEffect(() => {
    if (!ready || !viewer || !state) return;
    let gone = false;
    applyIn(viewer, state, () => gone)
      .then((found) => {
        if (!gone) setMissing(found);
      })
      .catch((failure: unknown) => {
        if (!gone) showFailure(failure);
      })
      .finally(() => setPlaced(true));
    return () => {
      gone = true;
      setMissing(null);
    };
  }, [ready, viewer, state]);
  useEffect(() => {
    if (error !== null) showFailure(error);
    if (error !== null || isForeign) setPlaced(true);
  }, [error, isForeign]);
  return { handed, missing, isPlaced };
}
