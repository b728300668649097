-- Tasks: the work itself, who does it, the review stages it will run through, and what happened to it.
create table task (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  project_id bigint not null,
  parent_id bigint,
  kind text not null default 'task' check (kind in ('stask', 'task', 'temporary', 'other')),
  title text not null,
  description text not null default '',
  stage_id bigint not null,
  profession_id bigint,
  priority smallint not null default 0 check (priority between 0 and 2), -- normal, important, urgent: sorts as people mean it
  assigner_id bigint not null,
  start_at timestamptz,
  deadline timestamptz,
  is_long_term boolean not null default false,
  annotation text not null default '',
  notify_way text[] not null default '{in_app}',
  process_template_id bigint, -- where the stages came from; a deleted template takes nothing away from the task
  viewpoint_id bigint, -- the issue was made from this view of a model
  needs_confirmation boolean not null default true,
  required_minutes int check (required_minutes >= 0 and required_minutes % 30 = 0),
  used_minutes int not null default 0 check (used_minutes >= 0 and used_minutes % 30 = 0),
  progress smallint not null default 0 check (progress between 0 and 100),
  status text not null default 'not_started' check (status in ('not_started', 'unprocessed', 'in_progress', 'rejected',
    'transfer_awaiting', 'awaiting_confirmation', 'finished', 'paused', 'long_term')),
  review_status text not null default 'not_reviewed' check (review_status in ('not_reviewed', 'under_review',
    'review_complete', 'review_rejected')),
  status_since timestamptz not null default now(),
  round int not null default 0 check (round >= 0), -- 0 until published, 1.. with every re-publish that begins anew
  -- States to go back to.
  before_pause text,
  before_transfer text,
  before_long_term text,
  paused_at timestamptz,
  paused_version int, -- the version the pause made: still the same means that nobody touched the task since
  paused_with bigint, -- the ancestor whose pause brought this one
  pause_reason text not null default '',
  reject_reason text not null default '',
  published_at timestamptz, -- null: a draft, seen by few
  started_at timestamptz,
  finished_at timestamptz,
  overdue_told_for timestamptz, -- the deadline whose passing has been told
  in_open_project boolean not null default true, -- kept by the project's own events, so that lists over all projects need no other table
  created_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, project_id) references project (enterprise_id, id),
  foreign key (enterprise_id, parent_id) references task (enterprise_id, id),
  foreign key (enterprise_id, stage_id) references dictionary_entry (enterprise_id, id),
  foreign key (enterprise_id, profession_id) references dictionary_entry (enterprise_id, id),
  foreign key (enterprise_id, assigner_id) references account (enterprise_id, id),
  check (parent_id <> id),
  check (not is_long_term or deadline is null),
  check (status <> 'long_term' or is_long_term),
  check ((status = 'paused') = (before_pause is not null)),
  check (status <> 'transfer_awaiting' or before_transfer is not null),
  check ((status = 'finished') = (finished_at is not null)),
  check (review_status <> 'under_review' or status in ('in_progress', 'paused'))
);

-- Every list has the index of its order; what the standing filters look at lies in it, so that counting reads no table rows.
create index task_of_project_by_deadline on task (enterprise_id, project_id, deadline desc, id desc)
  include (status, review_status, published_at, assigner_id) where deleted_at is null;
create index task_of_project_by_age on task (enterprise_id, project_id, id desc) where deleted_at is null;
create index task_of_project_by_priority on task (enterprise_id, project_id, priority desc, id desc) where deleted_at is null;
create index task_by_deadline on task (enterprise_id, deadline desc, id desc)
  include (project_id, status, review_status, published_at, assigner_id) where deleted_at is null and in_open_project;
create index task_by_age on task (enterprise_id, id desc) where deleted_at is null and in_open_project;
create index task_by_priority on task (enterprise_id, priority desc, id desc) where deleted_at is null and in_open_project;
-- What is rare among all tasks and has a list of its own would be looked for in all of them.
create index task_under_review on task (enterprise_id, deadline desc, id desc)
  where deleted_at is null and review_status = 'under_review';
create index task_temporary on task (enterprise_id, deadline desc, id desc) where deleted_at is null and kind = 'temporary';
create index task_open on task (enterprise_id, deadline desc, id desc) where deleted_at is null
  and status in ('not_started', 'unprocessed', 'in_progress', 'rejected', 'awaiting_confirmation');
create index task_of_assigner on task (enterprise_id, assigner_id, deadline desc, id desc) where deleted_at is null;
create index task_of_parent on task (enterprise_id, parent_id) where parent_id is not null and deleted_at is null;
create index task_of_viewpoint on task (enterprise_id, viewpoint_id) where viewpoint_id is not null and deleted_at is null;
-- Not partial, though deleted tasks are never looked for: of partial indexes the planner uses no statistics and takes every word for rare.
create index task_words on task using gin (app_grams(title));
-- What the minute's timer looks for: passed deadlines that nobody was told of.
create index task_overdue on task (enterprise_id, deadline)
  where deleted_at is null and in_open_project and overdue_told_for is distinct from deadline
    and status in ('unprocessed', 'in_progress', 'rejected', 'awaiting_confirmation');

create table task_executor (
  enterprise_id bigint not null,
  task_id bigint not null,
  user_id bigint not null,
  primary key (enterprise_id, task_id, user_id),
  foreign key (enterprise_id, task_id) references task (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
create index task_of_executor on task_executor (enterprise_id, user_id, task_id desc);

create table task_cc (
  enterprise_id bigint not null,
  task_id bigint not null,
  user_id bigint not null,
  primary key (enterprise_id, task_id, user_id),
  foreign key (enterprise_id, task_id) references task (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
create index task_of_cc on task_cc (enterprise_id, user_id, task_id desc);

-- The review as planned; what runs is the approval engine's copy, which never changes when this does.
create table task_stage (
  enterprise_id bigint not null,
  task_id bigint not null,
  position smallint not null check (position >= 1),
  name text not null,
  sign_mode text not null check (sign_mode in ('any', 'all')),
  days numeric(6, 2) check (days >= 0),
  executor_ids bigint[] not null default '{}',
  allow_transfer boolean not null,
  reject_to text not null check (reject_to in ('starter', 'previous')),
  primary key (enterprise_id, task_id, position),
  foreign key (enterprise_id, task_id) references task (enterprise_id, id)
);

create table task_transfer (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  task_id bigint not null,
  from_id bigint not null,
  to_id bigint not null,
  asked_by bigint not null,
  reason text not null default '',
  asked_at timestamptz not null default now(),
  answer text check (answer in ('confirmed', 'refused', 'withdrawn', 'void')),
  answered_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, task_id) references task (enterprise_id, id),
  foreign key (enterprise_id, from_id) references account (enterprise_id, id),
  foreign key (enterprise_id, to_id) references account (enterprise_id, id),
  check ((answer is null) = (answered_at is null))
);
create unique index task_transfer_open on task_transfer (enterprise_id, task_id) where answer is null;
create index task_transfer_to on task_transfer (enterprise_id, to_id, task_id) where answer is null;

create table task_history (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  task_id bigint not null,
  round int not null,
  action text not null,
  user_id bigint, -- null: the program itself
  target_id bigint,
  from_status text,
  to_status text not null,
  minutes int,
  comment text not null default '',
  at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, task_id) references task (enterprise_id, id)
);
create index task_history_of_task on task_history (enterprise_id, task_id, id);
create trigger task_history_append_only before update or delete on task_history for each row execute function refuse_change();
create trigger task_history_keep before truncate on task_history for each statement execute function refuse_change();
