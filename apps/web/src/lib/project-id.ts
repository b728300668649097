import { useLocation } from 'react-router';
import { useAppState } from './app-state.ts';

/** The pages whose address names its project `id`. All other pages use `project_id`. */
const DETAILS = ['/project/detail', '/nonProject/detail'];

/** Project id of an address. Undefined when the address has no valid id. */
export function projectInAddress(pathname: string, search: string): number | undefined {
  const params = new URLSearchParams(search);
  const named = Number((DETAILS.includes(pathname) ? params.get('id') : null) ?? params.get('project_id'));
  return Number.isSafeInteger(named) && named > 0 ? named : undefined;
}

/** Project id of a page below /file: the one in the address, otherwise the project opened last, otherwise undefined. */
export function useProjectId(): number | undefined {
  const { pathname, search } = useLocation();
  const { project } = useAppState();
  return projectInAddress(pathname, search) ?? project?.id;
}
