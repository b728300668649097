import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Viewer } from '@prdm/viewer';
import type { OpinionRow } from '@prdm/contract/processes/opinions';
import { isGone } from '../../../../lib/api/queries.ts';
import { showFailure } from '../../../../lib/api/query-client.ts';
import { useOpinion } from '../../../processes/index.ts';
import type { ModelInfo } from '../../models.queries.ts';
import { idIn } from '../../models.versions.ts';
import { applyIn, type Missing } from '../viewpoints/apply-view.ts';
import type { ViewVersion } from '../viewpoints/viewpoint-note.tsx';

interface OpinionView {
  /** The opinion in the address. */
  readonly chosen: number | null;
  /** The process whose opinions the page shows and takes. Null: none. */
  readonly processId: number | null;
  readonly version: ViewVersion | null;
  readonly missing: Missing | null;
  show(row: OpinionRow): void;
  /** Whether the view of the address is applied. */
  readonly isPlaced: boolean;
}

/**
 * The opinion in the address (`?opinion=`): its stored view, applied when the model is loaded, with its component
 * selected. `?process=` names the process without an opinion.
 */
export function useOpinionView(viewer: Viewer | null, ready: boolean, model: ModelInfo): OpinionView {
  const [address, setAddress] = useSearchParams();
  const chosen = idIn(address, 'opinion');
  const [isPlaced, setPlaced] = useState(chosen === null);
  const [missing, setMissing] = useState<Missing | null>(null);
  const { data, error } = useOpinion(model.project_id, chosen);
  const opinion = data?.id === chosen ? data : undefined;
  const stored = opinion?.view;
  const guid = opinion?.place.guid ?? null;
  // The component is selected also when the view was stored without its selection.
  const view = useMemo(
    () => (stored && guid !== null ? { ...stored, selection: [guid] } : (stored ?? null)),
    [stored, guid],
  );
  // An opinion about something else than this model has no view here.
  const isElsewhere = opinion !== undefined && (view === null || opinion.place.model?.id !== model.id);
  useEffect(() => {
    if (!ready || !viewer || view === null || isElsewhere) return;
    let gone = false;
    applyIn(viewer, view, () => gone)
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
  }, [ready, viewer, view, isElsewhere]);
  const isRefused = error !== null || isElsewhere;
  useEffect(() => {
    if (isRefused) setPlaced(true);
  }, [isRefused]);
  // A link to a deleted opinion still opens the model and shows a message.
  const lost = isGone(error) ? error : null;
  useEffect(() => {
    if (lost === null) return;
    showFailure(lost);
    setAddress(
      (before) => {
        before.delete('opinion');
        return before;
      },
      { replace: true },
    );
  }, [lost, setAddress]);
  const show = (row: OpinionRow) => {
    if (row.id === chosen && view !== null && viewer) {
      void applyIn(viewer, view, () => false).catch(showFailure);
      return;
    }
    const own = row.place.model?.version_id;
    const isThere = model.versions.some(({ version_id, openable }) => version_id === own && openable);
    setAddress(
      (before) => {
        before.delete('vp');
        before.set('opinion', String(row.id));
        if (isThere && own !== model.viewable?.version_id) before.set('version_id', String(own));
        return before;
      },
      { replace: true },
    );
  };
  const taken = opinion?.place.model ?? null;
  return {
    chosen,
    processId: idIn(address, 'process') ?? opinion?.process_id ?? null,
    version: taken,
    missing,
    show,
    isPlaced,
  };
}
