create table action_log (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id bigint,
  user_name text not null,
  ip text not null,
  agent text not null,
  event text not null,
  target_kind text not null,
  target_id bigint,
  target_name text not null,
  project_id bigint,
  before jsonb,
  after jsonb,
  primary key (enterprise_id, id)
);
create index action_log_time on action_log (enterprise_id, at desc, id desc);

create table login_history (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  user_id bigint not null,
  ip text not null,
  agent text not null,
  way text not null check (way in ('password', 'sso', 'auto')),
  result text not null check (result in ('success', 'wrong_password', 'disabled', 'throttled')),
  primary key (enterprise_id, id)
);
create index login_history_of_user on login_history (enterprise_id, user_id, id desc);

-- What was done cannot be undone in the books: rows are written once.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are written once', tg_table_name using errcode = 'integrity_constraint_violation';
end
$$;
create trigger action_log_append_only before update or delete on action_log for each row execute function refuse_change();
create trigger action_log_keep before truncate on action_log for each statement execute function refuse_change();
