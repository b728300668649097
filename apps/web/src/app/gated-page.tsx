import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Access } from '@prdm/contract/kit';
import { useMay } from '../lib/session/access.ts';
import { useProjectId } from '../lib/project-id.ts';
import { DENIED_PAGE } from './guard-rules.ts';

/**
 * Draws the page for users with the permission nodes. It sends others to page 403; otherwise they see an empty page of
 * refused calls.
 */
export function GatedPage({ access, children }: { access: Exclude<Access, string>; children?: ReactNode }) {
  const may = useMay();
  const projectId = useProjectId();
  const { pathname, search } = useLocation();
  if (may(access, projectId)) return children;
  return <Navigate to={DENIED_PAGE} replace state={{ from: pathname + search }} />;
}
