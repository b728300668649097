-- Dictionaries of the trade: project types, project stages, professions. One shape, one list part, one table each kind.
create table dictionary_entry (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  kind text not null check (kind in ('project_type', 'stage', 'profession')),
  code text, -- entries the program knows by name
  name text not null,
  sort int not null default 0,
  deleted_at timestamptz,
  version int not null default 1,
  primary key (enterprise_id, id)
);
create unique index dictionary_entry_name on dictionary_entry (enterprise_id, kind, name) where deleted_at is null;
create index dictionary_entry_list on dictionary_entry (enterprise_id, kind, sort, id) where deleted_at is null;
