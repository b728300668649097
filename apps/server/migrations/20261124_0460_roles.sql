-- The personnel office, the nodes of finance, and the levels of amounts of the standard roles (decisions-business.md C16, B3).
-- An existing list keeps its entries. A level that somebody already set stays.
update role r set sort = r.sort + 1
from role finance
where finance.enterprise_id = r.enterprise_id and finance.key = 'finance' and r.sort > finance.sort
  and not exists (select from role hr where hr.enterprise_id = r.enterprise_id and hr.key = 'hr');

-- A role of the customer's own may have the name already.
insert into role (enterprise_id, key, name, kind, access, view_range, is_system, sort)
select finance.enterprise_id, 'hr',
  case when exists (
    select from role named where named.enterprise_id = finance.enterprise_id and named.name = '人事' and named.deleted_at is null
  ) then '人事（标准 ' || finance.id || '）' else '人事' end,
  'personnel',
  '{home-Vacate-index,home-Vacate-all,home-Clock-all,home-AttendancePunchCardSetting-list,home-StatisticsReport-index}',
  'enterprise', true, finance.sort + 1
from role finance
where finance.key = 'finance'
  and not exists (select from role hr where hr.enterprise_id = finance.enterprise_id and hr.key = 'hr');

with more (key, access) as (
  values
    ('finance', '{home-Invoice-add,home-CarryCapital-index,home-UserCost-index,home-Period-close}'::text[]),
    ('superAdmin', '{home-Clock-all,home-Meeting-all,home-Hours-confirm,home-Period-close}'::text[])
)
update role r set
  access = r.access || array(select node from unnest(more.access) node where node <> all (r.access)),
  version = r.version + 1
from more
where r.key = more.key and not r.access @> more.access;

with standard (key, levels) as (
  values
    ('leader', '{"contract": 3, "invoice": 3, "output_value": 3, "carry_capital": 3}'::jsonb),
    ('general_manager', '{"contract": 3, "invoice": 3, "output_value": 3, "carry_capital": 3}'),
    ('finance', '{"contract": 3, "invoice": 3, "output_value": 3, "carry_capital": 3, "cost": 3}'),
    ('business_manager', '{"contract": 1, "invoice": 1, "output_value": 1, "carry_capital": 1}'),
    ('bidding_manager', '{"contract": 1}'),
    ('design_room_director', '{"output_value": 2}'),
    ('equipment_room_director', '{"output_value": 2}'),
    ('project_manager', '{"contract": 1, "invoice": 1, "output_value": 1, "carry_capital": 1}'),
    ('project_leader', '{"contract": 1, "invoice": 1, "output_value": 1, "carry_capital": 1}')
)
update role r set module_permission = standard.levels || r.module_permission, version = r.version + 1
from standard
where r.key = standard.key and standard.levels || r.module_permission <> r.module_permission;
