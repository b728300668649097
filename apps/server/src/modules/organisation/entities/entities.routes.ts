import { positionMembers } from '@prdm/contract/organisation/entities';
import type { Mount } from '../../../platform/http/mounting.ts';
import type { OrganisationEntities } from './index.ts';

export function entitiesRoutes(mount: Mount, entities: OrganisationEntities): void {
  entities.positionTemplate.routes(mount);
  entities.position.routes(mount);
  entities.userGroup.routes(mount);
  mount(positionMembers, (_input, { session, subject }) =>
    entities.members(session.enterpriseId, subject(entities.position.kind, 'id').id),
  );
}
