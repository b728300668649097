-- Approvals of any subject {kind, id}. The subject's own table is its owner's business: no foreign key leads there.
create table process_template (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  name text not null,
  kind text not null,
  enabled boolean not null default true,
  cc_ids bigint[] not null default '{}',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  primary key (enterprise_id, id)
);
create unique index process_template_name on process_template (enterprise_id, kind, lower(name)) where deleted_at is null;
create index process_template_list on process_template (enterprise_id, id desc) where deleted_at is null;

create table process_template_stage (
  enterprise_id bigint not null,
  template_id bigint not null,
  position smallint not null check (position >= 1),
  name text not null,
  executor_rule text not null check (executor_rule in ('users', 'chosen')),
  executor_ids bigint[] not null default '{}',
  sign_mode text not null check (sign_mode in ('any', 'all')),
  days numeric(8, 2) check (days >= 0),
  allow_transfer boolean not null,
  reject_to text not null check (reject_to in ('starter', 'previous')),
  primary key (enterprise_id, template_id, position),
  foreign key (enterprise_id, template_id) references process_template (enterprise_id, id)
);

create table process (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  subject_kind text not null,
  subject_id bigint not null,
  subject_name text not null,
  pc_path text not null check (pc_path ~ '^/([^/\\]|$)'),
  project_id bigint,
  starter_id bigint not null,
  template_id bigint,
  snapshot jsonb not null, -- the stages as published: a later edit of the template changes nothing here
  status text not null check (status in ('under_review', 'paused', 'review_complete', 'review_rejected', 'cancelled')),
  round int not null default 1 check (round >= 1),
  position smallint not null, -- the stage under review, or the one at which the round ended
  started_at timestamptz not null,
  finished_at timestamptz,
  paused_at timestamptz,
  pause_reason text not null default '',
  reminded_at timestamptz,
  version int not null default 1,
  primary key (enterprise_id, id),
  unique (enterprise_id, subject_kind, subject_id),
  foreign key (enterprise_id, starter_id) references account (enterprise_id, id),
  foreign key (enterprise_id, template_id) references process_template (enterprise_id, id)
);
create index process_mine on process (enterprise_id, starter_id, id desc);

create table process_cc (
  enterprise_id bigint not null,
  user_id bigint not null,
  process_id bigint not null,
  primary key (enterprise_id, user_id, process_id),
  foreign key (enterprise_id, process_id) references process (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
create index process_cc_of on process_cc (enterprise_id, process_id);

create table process_stage (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  process_id bigint not null,
  round int not null,
  position smallint not null check (position >= 1),
  superseded boolean not null default false, -- opened again later in the same round: its decisions count no more
  name text not null,
  status text not null check (status in ('not_reviewed', 'under_review', 'review_complete', 'review_rejected')),
  sign_mode text not null check (sign_mode in ('any', 'all')),
  days numeric(8, 2) check (days >= 0),
  allow_transfer boolean not null,
  reject_to text not null check (reject_to in ('starter', 'previous')),
  opened_at timestamptz,
  due_at timestamptz,
  ended_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, process_id) references process (enterprise_id, id)
);
create unique index process_stage_place on process_stage (enterprise_id, process_id, round, position) where not superseded;
create unique index process_stage_current on process_stage (enterprise_id, process_id) where status = 'under_review';

create table process_seat (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  process_id bigint not null,
  stage_id bigint not null,
  user_id bigint not null,
  status text not null check (status in ('waiting', 'open', 'passed', 'not_passed', 'transfer_awaiting', 'transferred', 'closed')),
  transfer_to bigint,
  holder_id bigint, -- who is to act on it now: the executor, the target of a transfer, or nobody
  since timestamptz, -- when it came to the holder
  decided_at timestamptz,
  comment text not null default '',
  primary key (enterprise_id, id),
  foreign key (enterprise_id, stage_id) references process_stage (enterprise_id, id),
  foreign key (enterprise_id, process_id) references process (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id),
  check ((status = 'transfer_awaiting') = (transfer_to is not null))
);
create unique index process_seat_sitting on process_seat (enterprise_id, stage_id, user_id) where status <> 'transferred';
create index process_seat_todo on process_seat (enterprise_id, holder_id, since desc, id desc) where holder_id is not null;
create index process_seat_of_stage on process_seat (enterprise_id, stage_id, id);
create index process_seat_of on process_seat (enterprise_id, process_id, user_id);

create table process_history (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  process_id bigint not null,
  round int not null,
  position smallint,
  stage_name text not null default '',
  seat_id bigint,
  user_id bigint, -- null: the program itself
  target_id bigint,
  action text not null,
  reject_to text,
  comment text not null default '',
  at timestamptz not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, process_id) references process (enterprise_id, id)
);
create index process_history_of on process_history (enterprise_id, process_id, id);
create index process_history_done on process_history (enterprise_id, user_id, id desc)
  where action in ('pass', 'not_pass', 'transfer', 'transfer_confirm', 'transfer_refuse');

create trigger process_history_append_only before update or delete on process_history for each row execute function refuse_change();
create trigger process_history_keep before truncate on process_history for each statement execute function refuse_change();
