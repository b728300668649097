create table project (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  name text not null,
  short_name text not null,
  item_number text not null,
  contract_number text not null default '',
  type_id bigint not null,
  stage_id bigint not null,
  manager_id bigint not null,
  department_id bigint,
  client text not null default '',
  service_content text not null default '',
  structure_type text not null default '',
  site text not null default '',
  address text not null default '',
  location text not null default '',
  construction_start date,
  construction_end date,
  land_area numeric(14, 2),
  land_area_unit text not null,
  build_area numeric(14, 2) not null,
  build_area_unit text not null,
  bim_area numeric(14, 2) not null,
  bim_area_unit text not null,
  height numeric(8, 2),
  height_unit text not null,
  floors_above int,
  floors_below int,
  total_minutes int,
  status text not null default 'ongoing' check (status in ('ongoing', 'archived')),
  archived_at timestamptz,
  archived_by bigint,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, type_id) references dictionary_entry (enterprise_id, id),
  foreign key (enterprise_id, stage_id) references dictionary_entry (enterprise_id, id),
  foreign key (enterprise_id, manager_id) references account (enterprise_id, id),
  foreign key (enterprise_id, department_id) references department (enterprise_id, id)
);
create unique index project_item_number on project (enterprise_id, item_number) where deleted_at is null;
create index project_list on project (enterprise_id, status, id desc) where deleted_at is null;
create index project_words on project using gin (app_grams(name || ' ' || short_name || ' ' || item_number)) where deleted_at is null;

create table project_member (
  enterprise_id bigint not null,
  project_id bigint not null,
  user_id bigint not null,
  joined_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by bigint,
  version int not null default 1,
  primary key (enterprise_id, project_id, user_id),
  foreign key (enterprise_id, project_id) references project (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
create index project_of_member on project_member (enterprise_id, user_id, project_id) where removed_at is null;

create table project_member_role (
  enterprise_id bigint not null,
  project_id bigint not null,
  user_id bigint not null,
  role_id bigint not null,
  profession_id bigint not null default 0, -- 0: in every profession
  primary key (enterprise_id, project_id, user_id, role_id, profession_id),
  foreign key (enterprise_id, project_id, user_id) references project_member (enterprise_id, project_id, user_id),
  foreign key (enterprise_id, role_id) references role (enterprise_id, id)
);
create index project_member_by_role on project_member_role (enterprise_id, project_id, role_id);
