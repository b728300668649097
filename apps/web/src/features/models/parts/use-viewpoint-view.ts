import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Viewer } from '@prdm/viewer';
import { isGone } from '../../../lib/queries.ts';
import { tellFailure } from '../../../lib/query-client.ts';
import { useViewpoint, type ViewpointRow } from '../models.queries.ts';

interface ViewpointView {
  readonly chosen: number | null;
  choose(row: ViewpointRow | null): void;
  /** Whether the view the address asks for stands: the picture is not to be seen before. */
  readonly isPlaced: boolean;
}

/** The viewpoint in the address (`?vp=`), taken as soon as the model is there. `ready` when it is. */
export function useViewpointView(viewer: Viewer | null, ready: boolean, projectId: number): ViewpointView {
  const [address, setAddress] = useSearchParams();
  const chosen = address.get('vp') === null ? null : Number(address.get('vp'));
  const [isPlaced, setPlaced] = useState(chosen === null);
  const { data: viewpoint, error: refusal } = useViewpoint(projectId, chosen);
  const state = viewpoint?.id === chosen ? viewpoint?.state : undefined;
  useEffect(() => {
    if (!ready || !viewer || !state) return;
    let gone = false;
    viewer.viewpoint
      .apply(state)
      .catch((error: unknown) => {
        if (!gone) tellFailure(error);
      })
      .finally(() => setPlaced(true));
    return () => {
      gone = true;
    };
  }, [ready, viewer, state]);
  const isRefused = refusal !== null;
  useEffect(() => {
    if (isRefused) setPlaced(true);
  }, [isRefused]);
  // A link to a viewpoint that was deleted opens the model all the same, and says so.
  const lost = isGone(refusal) ? refusal : null;
  useEffect(() => {
    if (lost === null) return;
    tellFailure(lost);
    setAddress(
      (before) => {
        before.delete('vp');
        return before;
      },
      { replace: true },
    );
  }, [lost, setAddress]);
  const choose = (row: ViewpointRow | null) => {
    if (row?.id === chosen && row && viewer) void viewer.viewpoint.apply(row.state).catch(tellFailure);
    setAddress(
      (before) => {
        if (row) before.set('vp', String(row.id));
        else before.delete('vp');
        return before;
      },
      { replace: true },
    );
  };
  return { chosen, choose, isPlaced };
}
