import type { ReactNode } from 'react';
import { useMay, type Gate } from '../../lib/session/access.ts';

/**
 * Shows its children only to users that may make the call: `<Allowed
 * to={task.add} projectId={id}>`. Other users see `otherwise`.
 */
export function Allowed(props: { to: Gate; projectId?: number | string; children: ReactNode; otherwise?: ReactNode }) {
  const may = useMay();
  return may(props.to, props.projectId) ? props.children : (props.otherwise ?? null);
}
