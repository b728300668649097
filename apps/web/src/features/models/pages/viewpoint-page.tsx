import { Navigate, useSearchParams } from 'react-router';
import { useErrorPage } from '../../../lib/api/error-page.ts';
import { inProject } from '../../../lib/in-project.ts';
import { FailedState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { withProcess } from '../../processes/index.ts';
import { useNamedProject, useViewpoint } from '../models.queries.ts';

/** Redirects a link that names only a viewpoint (from a task or a notice) to its model with the viewpoint open. */
export default function ViewpointPage() {
  const [address] = useSearchParams();
  const projectId = useNamedProject();
  const { data, error, refetch } = useViewpoint(projectId, Number(address.get('id') ?? 0) || null);
  useErrorPage(error);
  if (error !== null) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines lines={4} />;
  const to = inProject(`/file/model/view?id=${data.model_id}&vp=${data.id}`, projectId);
  return <Navigate to={withProcess(to, address)} replace />;
}
