import { positionImports, positionMembers } from '@prdm/contract/organisation/entities';
import type { Mount } from '../../../platform/http/mounting.ts';
import { mountImport } from '../../../platform/sheets/imports/imports.routes.ts';
import type { SheetImports } from '../../../platform/sheets/imports/index.ts';
import type { OrganisationEntities } from './index.ts';

export async function entitiesRoutes(
  mount: Mount,
  entities: OrganisationEntities,
  imports: SheetImports,
): Promise<void> {
  entities.positionTemplate.routes(mount);
  entities.position.routes(mount);
  entities.userGroup.routes(mount);
  mount(positionMembers, (_input, { principal, subject }) =>
    entities.members(principal, subject(entities.position.kind, 'id').id),
  );
  await mountImport(mount, imports, positionImports, entities.positionImport);
}
