import { sql, type Kysely } from 'kysely';
import { rightsOf, type FolderGrant } from '@prdm/access';
import { anyOf, type FilesTables } from './folder.repo.ts';

export interface GrantRow {
  readonly folder_id: number;
  readonly to_kind: string;
  readonly to_id: number;
  readonly rights: number;
}

export const grantRepo = (db: Kysely<FilesTables>, enterpriseId: number) => ({
  on: (folderIds: readonly number[]): Promise<GrantRow[]> =>
    folderIds.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('folder_grant')
          .select(['folder_id', 'to_kind', 'to_id', 'rights'])
          .where('enterprise_id', '=', enterpriseId)
          .where('folder_id', '=', anyOf(folderIds))
          .orderBy('folder_id')
          .orderBy('to_kind')
          .orderBy('to_id')
          .execute(),

  /** Sets the rights of one user or role granted on this folder; 0 removes the grant. */
  async set(
    folder: { id: number; projectId: number },
    to: { kind: string; id: number },
    rights: number,
    by: number | null,
  ): Promise<void> {
    if (rights === 0) {
      await db
        .deleteFrom('folder_grant')
        .where('enterprise_id', '=', enterpriseId)
        .where('folder_id', '=', folder.id)
        .where('to_kind', '=', to.kind)
        .where('to_id', '=', to.id)
        .execute();
      return;
    }
    await db
      .insertInto('folder_grant')
      .values({
        enterprise_id: enterpriseId,
        folder_id: folder.id,
        project_id: folder.projectId,
        to_kind: to.kind,
        to_id: to.id,
        rights,
        granted_by: by,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['enterprise_id', 'folder_id', 'to_kind', 'to_id'])
          .doUpdateSet({ rights, granted_by: by, granted_at: sql`now()` }),
      )
      .execute();
  },

  /** Removes all grants of a user in a project. */
  async removePerson(projectId: number, userId: number): Promise<void> {
    await db
      .deleteFrom('folder_grant')
      .where('enterprise_id', '=', enterpriseId)
      .where('project_id', '=', projectId)
      .where('to_kind', '=', 'person')
      .where('to_id', '=', userId)
      .execute();
  },

  /** Removes all grants of a project role in every project. */
  async removeRole(roleId: number): Promise<void> {
    await db
      .deleteFrom('folder_grant')
      .where('enterprise_id', '=', enterpriseId)
      .where('to_kind', '=', 'project-role')
      .where('to_id', '=', roleId)
      .execute();
  },
});

const KINDS: readonly string[] = ['project-role', 'group', 'person'] satisfies FolderGrant['to']['kind'][];

/** Stored grants in the form that decide() reads; `nameOf` is only for the explanation and may be empty. */
export const asGrants = (rows: readonly GrantRow[], nameOf: (row: GrantRow) => string = () => ''): FolderGrant[] =>
  rows
    .filter((row) => KINDS.includes(row.to_kind))
    .map((row) => ({
      to: { kind: row.to_kind as FolderGrant['to']['kind'], id: row.to_id, name: nameOf(row) },
      rights: rightsOf(row.rights),
    }));
