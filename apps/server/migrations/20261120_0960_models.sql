-- A model is what an .ifc file becomes; each file version has its own conversion.
create table model (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  project_id bigint not null,
  file_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, project_id) references project (enterprise_id, id)
);
create unique index model_of_file on model (enterprise_id, file_id);
create index model_list on model (enterprise_id, project_id, id desc);

create table model_version (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  model_id bigint not null,
  file_version_id bigint not null,
  version_no int not null,
  source_sha256 text not null,
  source_bytes bigint not null,
  status text not null default 'parsing' check (status in ('parsing', 'parsed', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  step text not null default 'waiting',
  reason text,
  detail text not null default '',
  attempts int not null default 0,
  beat_at timestamptz, -- the converting process says that it lives; null while waiting in the queue
  frag_sha256 text,
  frag_bytes bigint,
  meta jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, model_id) references model (enterprise_id, id)
);
create unique index model_version_no on model_version (enterprise_id, model_id, version_no);
create index model_version_parsing on model_version (beat_at) where status = 'parsing';

create table viewpoint (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  project_id bigint not null,
  model_id bigint not null,
  name text not null,
  state jsonb not null,
  thumb bytea,
  thumb_type text,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, model_id) references model (enterprise_id, id)
);
create index viewpoint_list on viewpoint (enterprise_id, model_id, id desc) where deleted_at is null;

create table viewpoint_comment (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  viewpoint_id bigint not null,
  user_id bigint not null,
  content text not null,
  at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, viewpoint_id) references viewpoint (enterprise_id, id)
);
create index viewpoint_comment_list on viewpoint_comment (enterprise_id, viewpoint_id, id) where deleted_at is null;
