import { effectiveFolderRights, type FolderOnPath, type FolderRight, type Principal } from '@prdm/access';
import type * as contract from '@prdm/contract/files';
import { LIMITS } from '@prdm/contract/limits';
import type { z } from 'zod';
import type { ActivePerson } from '../../organisation/index.ts';
import type { FolderSubject } from '../subjects.ts';
import { reposOf, type Caller, type Parts } from '../parts.ts';
import { asGrants, type GrantRow } from './grant.repo.ts';
import { isTo, recipientAmong, recipientsOf, rightsAfter, type RightsGiven } from './permissions.service.ts';

type Preview = z.output<typeof contract.permissionPreview.output>;

/**
 * Gains and losses of the active members in this folder, were all changes saved. Reads only. The rights of each person
 * before and after come from `decide()`. Throws what saving would throw.
 */
export async function permissionPreview(
  parts: Parts,
  caller: Caller,
  { id, ancestors, mask }: Pick<FolderSubject, 'id' | 'ancestors' | 'mask'>,
  given: { readonly projectId: number; readonly changes: readonly Pick<RightsGiven, 'to' | 'rights' | 'seen'>[] },
): Promise<Preview> {
  const { enterpriseId } = caller.actor;
  const recipients = await recipientsOf(parts, enterpriseId, given.projectId);
  const rows = await reposOf(parts, enterpriseId).grants.on(ancestors);
  let changed: readonly GrantRow[] = rows;
  for (const change of given.changes) {
    const to = recipientAmong(recipients, change.to);
    const { here } = rightsAfter(changed, { id, mask }, change);
    const others = changed.filter((row) => row.folder_id !== id || !isTo(row, to));
    changed = [...others, { folder_id: id, to_kind: to.kind, to_id: to.id, rights: here }];
  }
  const people = await activeMembers(parts, enterpriseId, given.projectId);
  const rightsIn = (principal: Principal, all: readonly GrantRow[]): FolderRight[] =>
    effectiveFolderRights(principal, pathOf(ancestors, all), given.projectId);
  const steps = people
    .map(({ name, principal }) => {
      const [before, after] = [rightsIn(principal, rows), rightsIn(principal, changed)];
      return {
        id: principal.userId,
        name,
        gains: after.filter((right) => !before.includes(right)),
        losses: before.filter((right) => !after.includes(right)),
      };
    })
    .filter(({ gains, losses }) => gains.length + losses.length > 0);
  return { people: steps.slice(0, LIMITS.bulkMax), total: steps.length };
}

/** The folders from the root to the last one, with the grants set on each. */
const pathOf = (ancestors: readonly number[], rows: readonly GrantRow[]): FolderOnPath[] =>
  ancestors.map((folderId) => ({
    folderId,
    name: '',
    grants: asGrants(rows.filter((row) => row.folder_id === folderId)),
  }));

/** The active members of a project with their rights, in the order of their ids. */
async function activeMembers(
  { organisation, projects }: Parts,
  enterpriseId: number,
  projectId: number,
): Promise<ActivePerson[]> {
  const members = await projects.membersOf(enterpriseId, projectId);
  const people = await organisation.principalsOf(
    enterpriseId,
    members.map(({ userId }) => userId),
  );
  return [...people.values()].toSorted((a, b) => a.principal.userId - b.principal.userId);
}
