import { Navigate, useSearchParams } from 'react-router';
import { inProject } from '../../../lib/in-project.ts';
import { FailedState, SkeletonLines } from '../../../ui/states.tsx';
import { useNamedProject, useViewpoint } from '../models.queries.ts';

/** Leads a link that knows only the viewpoint (from a task, a notice) to its model with the viewpoint open. */
export default function ViewpointPage() {
  const [address] = useSearchParams();
  const projectId = useNamedProject();
  const { data, error, refetch } = useViewpoint(projectId, Number(address.get('id') ?? 0) || null);
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={4} />;
  return <Navigate to={inProject(`/file/model/view?id=${data.model_id}&vp=${data.id}`, projectId)} replace />;
}
