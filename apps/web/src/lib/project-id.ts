import { useSearchParams } from 'react-router';
import { useAppState } from './app-state.ts';

/** The project a page below /file works in: the one in the address, else the one that was opened last; undefined without either. */
export function useProjectId(): number | undefined {
  const [address] = useSearchParams();
  const { project } = useAppState();
  const named = Number(address.get('project_id'));
  return Number.isSafeInteger(named) && named > 0 ? named : project?.id;
}
