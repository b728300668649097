import { useLocation } from 'react-router';
import { useAppState } from './app-state.ts';

/** The one page that names its project `id`; every other page says `project_id`. */
const DETAIL = '/project/detail';

/** The project that an address names; undefined without one, or with what is no id. */
export function projectInAddress(pathname: string, search: string): number | undefined {
  const params = new URLSearchParams(search);
  const named = Number((pathname === DETAIL ? params.get('id') : null) ?? params.get('project_id'));
  return Number.isSafeInteger(named) && named > 0 ? named : undefined;
}

/** The project a page below /file works in: the one in the address, else the one that was opened last; undefined without either. */
export function useProjectId(): number | undefined {
  const { pathname, search } = useLocation();
  const { project } = useAppState();
  return projectInAddress(pathname, search) ?? project?.id;
}
