-- Opinions of the reviewers of a process, and their threads. Rows of a thread are only added.

create table opinion (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  process_id bigint not null,
  no int not null check (no >= 1), -- counted in the process; a deleted opinion keeps its number
  round int not null check (round >= 1),
  origin_id bigint not null, -- first row of the stage in its round, as in process_stage
  stage_name text not null,
  position int not null,
  grade text not null check (grade in ('principle', 'technical', 'general')),
  state text not null default 'open' check (state in ('open', 'answered', 'closed', 'kept')),
  text text not null,
  place text not null check (place in ('text', 'file', 'viewpoint', 'component')),
  place_name text not null default '',
  -- The places are copies without foreign keys: a cleared file or model does not change an opinion.
  attachment_id bigint,
  file_name text,
  page int check (page >= 1),
  model_id bigint,
  model_name text,
  model_version_id bigint,
  version_no int,
  guid text,
  view jsonb,
  author_id bigint not null,
  for_user_id bigint, -- the person for whom a deputy raised it
  created_at timestamptz not null,
  deleted_at timestamptz,
  version int not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, process_id, no),
  foreign key (enterprise_id, process_id) references process (enterprise_id, id),
  foreign key (enterprise_id, author_id) references account (enterprise_id, id),
  foreign key (enterprise_id, for_user_id) references account (enterprise_id, id),
  check ((place = 'file') = (attachment_id is not null)),
  check ((attachment_id is null) = (file_name is null)),
  check (page is null or attachment_id is not null),
  check ((place in ('viewpoint', 'component')) = (model_version_id is not null)),
  check ((model_version_id is null) = (view is null)),
  check ((model_version_id is null) = (model_id is null)),
  check ((model_version_id is null) = (model_name is null)),
  check ((model_version_id is null) = (version_no is null)),
  check ((place = 'component') = (guid is not null))
);
create index opinion_unresolved on opinion (enterprise_id, process_id) where deleted_at is null and state in ('open', 'answered');

create table opinion_entry (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  opinion_id bigint not null,
  action text not null check (action in ('raise', 'edit', 'reply', 'close', 'keep', 'reopen')),
  user_id bigint not null,
  for_user_id bigint,
  text text not null default '',
  at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, opinion_id) references opinion (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id),
  foreign key (enterprise_id, for_user_id) references account (enterprise_id, id)
);
create index opinion_entry_of on opinion_entry (enterprise_id, opinion_id, id);
