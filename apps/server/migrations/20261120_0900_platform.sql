-- What the platform itself keeps. Every row of the product belongs to an enterprise; the tables that cannot
-- (someone is not signed in yet) are named in the tenant test.

-- Chinese and Latin words alike are found by single characters and pairs: needs no extension and no locale,
-- and serves two-character words, which trigrams cannot.
create function app_grams(value text) returns text[] language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct gram), '{}') from (
    select pg_catalog.substr(pg_catalog.lower(value), i, n) as gram
    from pg_catalog.generate_series(1, pg_catalog.char_length(value)) as i, pg_catalog.generate_series(1, 2) as n
    where i + n - 1 <= pg_catalog.char_length(value)
  ) grams
$$;

create table enterprise (
  id bigint generated always as identity primary key,
  name text not null,
  short_name text not null default '',
  phone text not null default '',
  email text not null default '',
  member_limit int not null default 200 check (member_limit >= 0),
  project_limit int not null default 500 check (project_limit >= 0),
  default_lang text not null default 'zh',
  password_length_min int not null default 6,
  password_length_max int not null default 18,
  created_at timestamptz not null default now(),
  version int not null default 1
);

create table outbox (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  event text not null,
  happening jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  done_at timestamptz,
  primary key (enterprise_id, id)
);
create index outbox_due on outbox (due_at, id) where done_at is null;
create index outbox_done on outbox (done_at) where done_at is not null;

create table live_message (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  user_ids bigint[],
  project_id bigint,
  frame jsonb not null,
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id)
);
create index live_message_recent on live_message (created_at);
