import { decided } from '../../../platform/http/decisions.ts';
import type { SubjectKind } from '../../../platform/http/subjects.ts';
import type { ProcessesParts } from '../process-change.ts';
import { delegationsRepo, type StoredDelegation } from './delegations.repo.ts';

/** Rights of a delegation: its giver ends it and edits one that no record set. Its deputy refuses it. Others do not see it. */
export const rightsOn = (row: StoredDelegation, userId: number): Readonly<Record<string, boolean>> => ({
  edit: row.from_id === userId && row.source_kind === 'manual',
  end: row.from_id === userId,
  refuse: row.to_id === userId,
});

export const delegationKind = (parts: Pick<ProcessesParts, 'tables'>): SubjectKind<StoredDelegation, 'delegation'> => ({
  kind: 'delegation',
  scope: 'enterprise',
  async load({ enterpriseId, userId }, ids) {
    const rows = await delegationsRepo(parts.tables.read, enterpriseId).byIds(ids);
    return rows.map((row) => ({
      id: row.id,
      row,
      projectId: null,
      visible: row.from_id === userId || row.to_id === userId,
      may: (right: string) => decided(right === 'read' || rightsOn(row, userId)[right] === true, right),
    }));
  },
});
