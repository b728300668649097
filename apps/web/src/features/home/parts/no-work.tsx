import { SkeletonLines } from '../../../ui/feedback/states.tsx';
import { useLatestProjects } from '../home.queries.ts';
import { Institute } from './institute.tsx';
import { Newcomer } from './newcomer.tsx';

/** The reader has no work. A firm with projects shows an overview, an empty firm shows the first steps. */
export function NoWork() {
  const { data, error } = useLatestProjects();
  if (data && data.total > 0) return <Institute projects={data.list} total={data.total} />;
  // On an error it is unknown whether projects exist. The first steps are useful in both cases.
  if (data || error !== null) return <Newcomer />;
  return <SkeletonLines lines={8} />;
}
