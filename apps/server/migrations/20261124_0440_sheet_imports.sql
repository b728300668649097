-- Imports of spreadsheets. `records` holds the values of each touched record before and after, for the undo.
create table sheet_import (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  kind text not null,
  file_name text not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  added int not null check (added >= 0),
  changed int not null check (changed >= 0),
  same int not null check (same >= 0),
  refused int not null check (refused >= 0),
  records jsonb not null,
  created_by bigint,
  created_name text not null, -- as it was at that time
  created_at timestamptz not null default now(),
  undone_by bigint,
  undone_name text,
  undone_at timestamptz,
  primary key (enterprise_id, id)
);
create index sheet_import_list on sheet_import (enterprise_id, kind, id desc);
