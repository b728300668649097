import { sql } from 'kysely';

/** The place of a person as the entry reads it. Departments that need no list are empty. */
export interface PlaceRow {
  readonly company_id: number | null;
  readonly groups: readonly number[];
  /** One entry for each root of a range: a headed department, the own one, or one of the own company. */
  readonly reach: readonly {
    readonly id: number;
    readonly name: string;
    readonly how: 'head' | 'leading-manager' | 'below' | 'company';
    readonly ids: readonly number[];
  }[];
}

/** Departments are at most five levels deep. The limit stops a walk through a damaged tree. */
const STEPS = sql.lit(8);

const holdsRole = (condition: string) => sql`exists (
  select 1 from role_holder h join role r on r.enterprise_id = h.enterprise_id and r.id = h.role_id
  where h.enterprise_id = s.enterprise_id and h.user_id = s.user_id and r.deleted_at is null and ${sql.raw(condition)})`;

/**
 * The place of the staff row `s` as JSON, for the statement of session and rights.
 * - `up`: the own department and those above it. They give the company and the groups.
 * - `down`: everything below the roots. A leading manager and a company end where a department names another one.
 *
 * The lists of the own department and of the company are read only for a person with a role that needs them.
 */
export const placeOfStaff = sql<PlaceRow>`(
  with recursive up as (
    select d.id, d.parent_id, d.company_id, 0 as steps from department d
    where d.enterprise_id = s.enterprise_id and d.id = s.department_id and d.deleted_at is null
    union all
    select d.id, d.parent_id, d.company_id, up.steps + 1 from up
    join department d on d.enterprise_id = s.enterprise_id and d.id = up.parent_id
    where up.steps < ${STEPS}
  ), company as (
    select coalesce(s.company_id, (select up.company_id from up where up.company_id is not null order by steps limit 1)) as id
  ), down as (
    select d.id as root, d.name, 'head' as how, d.id, 0 as steps from department d
    where d.enterprise_id = s.enterprise_id and d.leader_id = s.user_id and d.deleted_at is null
    union all
    select d.id, d.name, 'leading-manager', d.id, 0 from department d
    where d.enterprise_id = s.enterprise_id and d.leading_manager_id = s.user_id and d.deleted_at is null
    union all
    select up.id, '', 'below', up.id, 0 from up
    where up.steps = 0 and ${holdsRole(`(r.view_range = 'department_and_below' or jsonb_path_exists(r.module_permission, '$.* ? (@ == 2)'))`)}
    union all
    select d.id, '', 'company', d.id, 0 from company join department d on d.enterprise_id = s.enterprise_id and d.company_id = company.id
    where d.deleted_at is null and ${holdsRole(`r.view_range = 'company'`)}
    union all
    select down.root, down.name, down.how, d.id, down.steps + 1 from down
    join department d on d.enterprise_id = s.enterprise_id and d.parent_id = down.id and d.deleted_at is null
    where down.steps < ${STEPS}
      and (down.how <> 'leading-manager' or d.leading_manager_id is null)
      and (down.how <> 'company' or d.company_id is null)
  )
  select json_build_object(
    'company_id', (select id from company),
    'groups', coalesce((select json_agg(g.id) from user_group g
      where g.enterprise_id = s.enterprise_id and g.deleted_at is null and g.id in (
        select p.group_id from user_group_person p where p.enterprise_id = s.enterprise_id and p.user_id = s.user_id
        union all
        select gd.group_id from up join user_group_department gd
          on gd.enterprise_id = s.enterprise_id and gd.department_id = up.id)), '[]'),
    'reach', coalesce((select json_agg(json_build_object('id', root, 'name', name, 'how', how, 'ids', ids)) from (
      select root, name, how, array_agg(id) as ids from down group by root, name, how) roots), '[]'))
)`;
