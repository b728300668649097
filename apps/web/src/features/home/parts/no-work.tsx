import { SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useLatestProjects } from '../home.queries.ts';
import { Institute } from './institute.tsx';
import { Newcomer } from './newcomer.tsx';

/** The reader has no work: in a firm at work what goes on there, in an empty one the first steps. */
export function NoWork() {
  const { data, error } = useLatestProjects();
  if (data && data.total > 0) return <Institute projects={data.list} total={data.total} />;
  // Whether there are projects could not be learned: the first steps lead on all the same.
  if (data || error !== null) return <Newcomer />;
  return <SkeletonLines lines={8} />;
}
