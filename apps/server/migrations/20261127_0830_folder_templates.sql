-- Folders of new projects with the rights of project roles, and the project types whose default they are.
create table folder_template (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  name text not null,
  grants jsonb not null default '[]',
  folders jsonb not null default '[]',
  sort int not null,
  disabled_at timestamptz,
  deleted_at timestamptz,
  version int not null default 1,
  primary key (enterprise_id, id)
);
create unique index folder_template_name on folder_template (enterprise_id, name) where deleted_at is null;
create index folder_template_list on folder_template (enterprise_id, sort, id) where deleted_at is null;

create table folder_template_type (
  enterprise_id bigint not null,
  template_id bigint not null,
  project_type_id bigint not null,
  primary key (enterprise_id, template_id, project_type_id),
  foreign key (enterprise_id, template_id) references folder_template (enterprise_id, id),
  foreign key (enterprise_id, project_type_id) references dictionary_entry (enterprise_id, id)
);
create index folder_template_of_type on folder_template_type (enterprise_id, project_type_id);
