import { decide, type Principal } from '@prdm/access';
import type { SubjectKindName } from '@prdm/contract/kit';

interface Link {
  /** The right on the record that its page needs. */
  readonly right: string;
  /** The node of the page, when the right does not contain it. */
  readonly node?: string;
  path(id: number, projectId: number | null): string;
}

/** The pages of records that the log links to. */
const LINKS: Readonly<Partial<Record<SubjectKindName, Link>>> = {
  user: { right: 'see', path: (id) => `/company/staff?user=${id}` },
  project: { right: 'read', path: (id) => `/project/detail?id=${id}` },
  non_project: { right: 'read', path: (id) => `/nonProject/detail?id=${id}` },
  task: { right: 'read', path: (id, projectId) => `/file/task/index?project_id=${projectId}&id=${id}` },
  model: { right: 'read', path: (id, projectId) => `/file/model/view?id=${id}&project_id=${projectId}` },
  folder: { right: 'read', path: (id, projectId) => `/file/index?project_id=${projectId}&pid=${id}` },
  role: { right: 'read', node: 'Role-index', path: (id) => `/company/role/edit?id=${id}` },
  process_template: {
    right: 'read',
    node: 'ProjectSetting-index',
    path: (id) => `/company/task/process/edit?id=${id}`,
  },
};

/** The link of a kind for a reader, or undefined when the kind has no page or the reader lacks its node. */
export function linkFor(principal: Principal, kind: string): Link | undefined {
  const link = Object.hasOwn(LINKS, kind) ? LINKS[kind as SubjectKindName] : undefined;
  if (link?.node === undefined) return link;
  return decide(principal, { ask: 'node', scope: 'other', actions: link.node }).allowed ? link : undefined;
}
