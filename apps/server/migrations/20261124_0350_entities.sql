-- Ordinary entities (docs/domains/entity-kit.md): dictionaries, positions, common positions, user groups.

-- A disabled entry stays on old records and cannot be chosen.
alter table dictionary_entry
  drop constraint dictionary_entry_kind_check,
  add constraint dictionary_entry_kind_check check (kind in (
    'project_type', 'stage', 'profession', 'label_group', 'label', 'secret_level', 'company', 'industry',
    'project_grade', 'structure_type', 'service_content', 'position_title', 'stask_type', 'other_task')),
  add column short_name text not null default '',
  add column colour text check (colour ~ '^#[0-9a-f]{6}$'),
  add column level text not null default 'none',
  add column note text not null default '',
  add column standard_minutes int check (standard_minutes >= 0),
  add column label_group_id bigint,
  add column profession_id bigint,
  add column disabled_at timestamptz,
  add foreign key (enterprise_id, label_group_id) references dictionary_entry (enterprise_id, id),
  add foreign key (enterprise_id, profession_id) references dictionary_entry (enterprise_id, id);

create table position_template (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  name text not null,
  duties text not null default '',
  level text not null default '',
  sort int not null default 0,
  disabled_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  primary key (enterprise_id, id)
);
create unique index position_template_name on position_template (enterprise_id, name) where deleted_at is null;
create index position_template_list on position_template (enterprise_id, sort, id) where deleted_at is null;

alter table position
  add column department_id bigint,
  add column position_template_id bigint,
  add column disabled_at timestamptz,
  add foreign key (enterprise_id, department_id) references department (enterprise_id, id),
  add foreign key (enterprise_id, position_template_id) references position_template (enterprise_id, id);
create index position_list on position (enterprise_id, sort, id) where deleted_at is null;
create index staff_of_position on staff (enterprise_id, position_id) where position_id is not null;

create table user_group (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  name text not null,
  purpose text not null default '',
  sort int not null default 0,
  disabled_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  primary key (enterprise_id, id)
);
create unique index user_group_name on user_group (enterprise_id, name) where deleted_at is null;
create index user_group_list on user_group (enterprise_id, sort, id) where deleted_at is null;

create table user_group_person (
  enterprise_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (enterprise_id, group_id, user_id),
  foreign key (enterprise_id, group_id) references user_group (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
create index user_group_of_person on user_group_person (enterprise_id, user_id);

create table user_group_department (
  enterprise_id bigint not null,
  group_id bigint not null,
  department_id bigint not null,
  primary key (enterprise_id, group_id, department_id),
  foreign key (enterprise_id, group_id) references user_group (enterprise_id, id),
  foreign key (enterprise_id, department_id) references department (enterprise_id, id)
);
create index user_group_of_department on user_group_department (enterprise_id, department_id);

-- What the data range reads beside roles: direct leaders, leading managers, legal entities (docs/domains/access.md).
alter table staff
  add column leader_id bigint,
  add column company_id bigint,
  add column position_title_id bigint,
  add foreign key (enterprise_id, leader_id) references account (enterprise_id, id),
  add foreign key (enterprise_id, company_id) references dictionary_entry (enterprise_id, id),
  add foreign key (enterprise_id, position_title_id) references dictionary_entry (enterprise_id, id);
create index staff_of_leader on staff (enterprise_id, leader_id) where leader_id is not null;
create index staff_of_company on staff (enterprise_id, company_id) where company_id is not null;

alter table department
  add column leading_manager_id bigint,
  add column company_id bigint,
  add foreign key (enterprise_id, leading_manager_id) references account (enterprise_id, id),
  add foreign key (enterprise_id, company_id) references dictionary_entry (enterprise_id, id);
create index department_of_leader on department (enterprise_id, leader_id) where leader_id is not null;
create index department_of_manager on department (enterprise_id, leading_manager_id) where leading_manager_id is not null;

-- Level per module: 0 none, 1 own, 2 department, 3 all. A missing module counts as 0.
alter table role add column module_permission jsonb not null default '{}';

-- Settings of approvals and notices (/company/cfguser).
alter table enterprise
  add column fallback_approver_ids bigint[] not null default '{}',
  add column skip_repeated boolean not null default true,
  add column task_notify_way text[] not null default '{in_app}' check (task_notify_way <@ '{in_app,email}');
