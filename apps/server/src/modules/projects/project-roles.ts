import type { Clock } from '../../platform/clock.ts';
import type { ModuleDb } from '../../platform/db.ts';
import type { ProjectRoles } from '../organisation/index.ts';
import { isMemberOn, todayOf } from './partners/present.ts';
import { projectMapOf } from './projects.rules.ts';
import { membershipsOfPeople, type ProjectsTables } from './projects.repo.ts';

/** The holders of project roles, for the page of roles and the preview of a change. Removed and ended members hold none. */
export const projectRoles = ({
  tables,
  clock,
}: {
  readonly tables: ModuleDb<ProjectsTables>;
  readonly clock: Clock;
}): ProjectRoles => ({
  holdersOf: (enterpriseId, roleId, trx) =>
    (trx ? tables.within(trx) : tables.read)
      .selectFrom('project_member_role as r')
      .innerJoin('project_member as m', (join) =>
        join
          .onRef('m.enterprise_id', '=', 'r.enterprise_id')
          .onRef('m.project_id', '=', 'r.project_id')
          .onRef('m.user_id', '=', 'r.user_id'),
      )
      .innerJoin('project as p', (join) =>
        join.onRef('p.enterprise_id', '=', 'r.enterprise_id').onRef('p.id', '=', 'r.project_id'),
      )
      .select(['r.user_id', 'r.project_id', 'p.name as project_name'])
      .distinct()
      .where('r.enterprise_id', '=', enterpriseId)
      .where('r.role_id', '=', roleId)
      .where(isMemberOn(todayOf({ clock }), 'm'))
      .orderBy('r.user_id')
      .orderBy('r.project_id')
      .execute(),
  membershipsOf: (enterpriseId, userIds, trx) =>
    membershipsOfPeople(trx ? tables.within(trx) : tables.read, enterpriseId, userIds, todayOf({ clock })),
  mapOf: projectMapOf,
});
