import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Viewer } from '@prdm/viewer';
import { isGone } from '../../../../lib/api/queries.ts';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { useViewpoint, type ModelInfo, type ViewpointRow } from '../../models.queries.ts';
import { idIn, namedIn } from '../../models.versions.ts';

/** The viewpoint names `m` components. The shown version lacks `n` of them. */
export interface Missing {
  readonly n: number;
  readonly m: number;
}

interface ViewpointView {
  readonly chosen: number | null;
  readonly viewpoint: ViewpointRow | null;
  readonly missing: Missing | null;
  choose(row: ViewpointRow | null): void;
  /** Whether the view of the address is applied. The picture stays covered until then. */
  readonly isPlaced: boolean;
}

/** The viewpoint in the address (`?vp=`), applied when the model is loaded. `ready` is true then. */
export function useViewpointView(viewer: Viewer | null, ready: boolean, model: ModelInfo): ViewpointView {
  const [address, setAddress] = useSearchParams();
  const chosen = idIn(address, 'vp');
  const [isPlaced, setPlaced] = useState(chosen === null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const { data, error: refusal } = useViewpoint(model.project_id, chosen);
  const viewpoint = data?.id === chosen ? (data ?? null) : null;
  const state = viewpoint?.state;
  useEffect(() => {
    if (!ready || !viewer || !state) return;
    let gone = false;
    applyIn(viewer, state, () => gone)
      .then((found) => {
        if (!gone) setMissing(found);
      })
      .catch((error: unknown) => {
        if (!gone) showFailure(error);
      })
      .finally(() => setPlaced(true));
    return () => {
      gone = true;
      setMissing(null);
    };
  }, [ready, viewer, state]);
  const isRefused = refusal !== null;
  useEffect(() => {
    if (isRefused) setPlaced(true);
  }, [isRefused]);
  // A link to a deleted viewpoint still opens the model and shows a message.
  const lost = isGone(refusal) ? refusal : null;
  useEffect(() => {
    if (lost === null) return;
    showFailure(lost);
    setAddress(
      (before) => {
        before.delete('vp');
        return before;
      },
      { replace: true },
    );
  }, [lost, setAddress]);
  const choose = (row: ViewpointRow | null) => {
    if (row?.id === chosen && row && viewer) void applyIn(viewer, row.state, () => false).catch(showFailure);
    setAddress(
      (before) => {
        if (!row) before.delete('vp');
        else {
          before.set('vp', String(row.id));
          // Named in the address, so that the page needs no request for the version.
          const version = versionOf(row, model);
          if (version !== null) before.set('version_id', String(version));
        }
        return before;
      },
      { replace: true },
    );
  };
  return { chosen, viewpoint, missing, choose, isPlaced };
}

/** The version for a viewpoint: its own, or the newest that can be opened. */
function versionOf({ version_id: own }: ViewpointRow, { versions }: ModelInfo): number | null {
  const openable = versions.filter((version) => version.openable);
  return (openable.find(({ version_id }) => version_id === own) ?? openable[0])?.version_id ?? null;
}

/**
 * Applies a saved view. When this version lacks components, it shows the whole model: the isolation or the hidden parts
 * would differ from the saved view.
 */
export async function applyIn(
  viewer: Viewer,
  state: ViewpointRow['state'],
  isStale: () => boolean,
): Promise<Missing | null> {
  const named = namedIn(state);
  const there = new Set((await viewer.components.find(named)).map(({ guid }) => guid));
  if (isStale()) return null;
  const n = named.filter((guid) => !there.has(guid)).length;
  if (n === 0) {
    await viewer.viewpoint.apply(state);
    return null;
  }
  await viewer.viewpoint.apply({ ...state, sections: [], hidden: [], isolated: null });
  // Not awaited: the camera moves only while the page is visible.
  void viewer.fit().catch(showFailure);
  return { n, m: named.length };
}
