-- Accounts, sessions and the secrets of signing in. The person behind an account is organisation's business.
create table account (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity unique,
  account text not null,
  account_key text not null unique, -- lower case, NFKC: two accounts never differ by case or width alone
  password_hash text not null,
  must_change boolean not null default false,
  enabled boolean not null default true,
  thumb text not null default '',
  language text not null default 'zh',
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  version int not null default 1,
  primary key (enterprise_id, id)
);

create table session (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  token_hash bytea not null unique, -- the token itself is never stored
  automatic boolean not null,
  ip text not null,
  agent text not null,
  created_at timestamptz not null default now(),
  token_since timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  previous_hash bytea, -- the replaced token, valid until previous_until for calls in flight
  previous_until timestamptz,
  ended_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
create unique index session_previous on session (previous_hash) where previous_hash is not null;
create index session_of_user on session (enterprise_id, user_id) where ended_at is null;
create index session_expiry on session (expires_at) where ended_at is null;

-- Asked for before anybody is signed in, so these belong to no enterprise.
create table transfer_key (
  kid text primary key,
  key text not null,
  iv text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index transfer_key_expiry on transfer_key (expires_at);

create table failed_try (
  scope text not null, -- what is guarded, such as login
  subject text not null, -- pair of account and address, account, or address
  window_from timestamptz not null,
  tries int not null,
  in_flight int not null default 0, -- taken places whose outcome is not known yet
  flight_at timestamptz not null default now(),
  blocked_until timestamptz,
  primary key (scope, subject)
);
create index failed_try_age on failed_try (window_from);
