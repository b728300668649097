create table notice (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  user_id bigint not null,
  type text not null,
  project_id bigint,
  source_kind text not null,
  source_id bigint,
  text_key text not null, -- the sentence is made at reading, in the reader's language
  text_params jsonb not null default '{}',
  pc_path text not null,
  send_time timestamptz not null default now(),
  read_at timestamptz,
  once_key text not null, -- what happened, so that a repeated delivery makes no second notice
  primary key (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
create unique index notice_once on notice (enterprise_id, user_id, once_key);
create index notice_unread on notice (enterprise_id, user_id, id desc) where read_at is null;
create index notice_all on notice (enterprise_id, user_id, id desc);
