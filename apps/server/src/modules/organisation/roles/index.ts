import type { Uses } from '../../../platform/entity/index.ts';
import { usedIn } from '../../../platform/entity/index.ts';
import { sql } from 'kysely';
import type { ModuleDb } from '../../../platform/db.ts';
import { bound } from '../../../platform/bound.ts';
import type { OrganisationTables } from '../organisation.repo.ts';
import type { RoleParts } from './role.parts.ts';
import { changeHolders } from './role.people.ts';
import { roleReads } from './role.reads.ts';
import { roleService } from './role.service.ts';
import { previewRole } from './role.what-if.ts';

/** Roles of the enterprise: their five parts, their holders, and what a change would do (docs/domains/access.md). */
export function createRoles(parts: RoleParts) {
  registerUses(parts.uses, parts.tables);
  return {
    reads: roleReads(parts),
    changes: roleService(parts),
    changeHolders: bound(parts, changeHolders),
    preview: bound(parts, previewRole),
  };
}
export type RoleCalls = ReturnType<typeof createRoles>;
/** Holders of an enterprise role. Former staff do not count. */
function registerUses(uses: Uses, tables: ModuleDb<OrganisationTables>): void {
  const hasNotLeft = sql`exists (select from staff s
    where s.enterprise_id = r.enterprise_id and s.user_id = r.user_id and s.status <> 'former')`;
  uses.register('role', usedIn(tables, 'user', { table: 'role_holder', column: 'role_id', only: hasNotLeft }));
}
