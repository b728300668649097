-- Non-projects: work that belongs to no design project (docs/decisions/0023-non-projects.md).
alter table project
  add column is_project boolean not null default true,
  add column kind text,
  add column starts_on date,
  add column ends_on date,
  add column description text not null default '',
  alter column type_id drop not null,
  alter column stage_id drop not null,
  alter column land_area_unit drop not null,
  alter column build_area drop not null,
  alter column build_area_unit drop not null,
  alter column bim_area drop not null,
  alter column bim_area_unit drop not null,
  alter column height_unit drop not null,
  drop constraint project_status_check,
  add constraint project_status_check
    check (status in ('ongoing', 'archived', 'open', 'closed') and is_project = (status in ('ongoing', 'archived'))),
  add constraint project_kind_check check (case when is_project then kind is null
    else kind is not null and kind in ('bid', 'research', 'training', 'standards', 'administration', 'marketing') end),
  add constraint project_days_check check (ends_on >= starts_on),
  add constraint project_sheet_check check (not is_project or (type_id is not null and stage_id is not null
    and land_area_unit is not null and build_area is not null and build_area_unit is not null and bim_area is not null
    and bim_area_unit is not null and height_unit is not null));

-- A task in a non-project needs no stage.
alter table task
  add column of_project boolean not null default true,
  alter column stage_id drop not null,
  add constraint task_stage_check check (not of_project or stage_id is not null);

-- The rights of the standard roles. An existing list keeps its entries.
with more (key, access) as (
  values
    ('superAdmin', '{home-NonProject-add,home-NonProject-edit}'::text[]),
    ('administrator', '{home-NonProject-add,home-NonProject-edit}'),
    ('business_manager', '{home-NonProject-add,home-NonProject-edit}'),
    ('bidding_manager', '{home-NonProject-add}'),
    ('hr', '{home-NonProject-add}'),
    ('design_room_director', '{home-NonProject-add}'),
    ('equipment_room_director', '{home-NonProject-add}')
)
update role r set
  access = r.access || array(select node from unnest(more.access) node where node <> all (r.access)),
  version = r.version + 1
from more
where r.key = more.key and not r.access @> more.access;
