import { useSearchParams } from 'react-router';
import { useOpinion } from '../../processes/index.ts';
import { useModel, useModelNow, useNamedProject, useViewpoint } from '../models.queries.ts';
import { idIn, versionToShow } from '../models.versions.ts';

/**
 * The model of the address in the version to show. The newest version is always loaded, because it lists all versions.
 * Nothing shows until the version of the viewpoint or opinion in the address is known.
 */
export function useShownVersion(id: number): Pick<ReturnType<typeof useModel>, 'data' | 'error' | 'refetch'> {
  const [address] = useSearchParams();
  const named = { version: idIn(address, 'version_id'), viewpoint: idIn(address, 'vp') };
  const projectId = useNamedProject();
  const newest = useModelNow(id);
  // With a single version no request is needed.
  const hasChoice = (newest.data?.versions.filter(({ openable }) => openable).length ?? 0) > 1;
  const requested = named.version === null && hasChoice ? named.viewpoint : null;
  const viewpoint = useViewpoint(projectId, requested);
  const raised = named.version === null && requested === null && hasChoice ? idIn(address, 'opinion') : null;
  const opinion = useOpinion(projectId, raised);
  const taken =
    requested === null
      ? raised === null
        ? null
        : (opinion.data?.place.model?.version_id ?? null)
      : (viewpoint.data?.version_id ?? null);
  const wanted = newest.data ? versionToShow(named, taken, newest.data.versions) : null;
  const other = wanted === null || wanted === newest.data?.viewable?.version_id ? null : wanted;
  const older = useModel(projectId, other === null ? 0 : id, other);
  const { data, error, refetch } = other === null || newest.error !== null ? newest : older;
  const isUnknown = (requested !== null && viewpoint.isPending) || (raised !== null && opinion.isPending);
  return { data: isUnknown ? undefined : data, error, refetch };
}
