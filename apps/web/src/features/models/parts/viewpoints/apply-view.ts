import type { Viewer } from '@prdm/viewer';
import { showFailure } from '../../../../lib/api/query-client.ts';
import type { ViewpointRow } from '../../models.queries.ts';
import { namedIn } from '../../models.versions.ts';

/** The viewpoint names `m` components. The shown version lacks `n` of them. */
export interface Missing {
  readonly n: number;
  readonly m: number;
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
