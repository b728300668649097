-- Codes that prove the possession of an e-mail address. Most are requested before sign-in, so they belong to no enterprise.
-- An address without an account has a row too, whose code nobody knows: its answers are the same.
create table verify_code (
  type text not null check (type in ('forget', 'change_email')),
  address text not null, -- lower case
  user_id bigint not null default 0, -- the user of the session that requested it, 0 before sign-in
  email text not null, -- the address as it was typed
  mac bytea not null check (octet_length(mac) = 32), -- HMAC of type, address, user and code
  tries int not null default 0, -- wrong ones
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (type, address, user_id)
);
create index verify_code_of_user on verify_code (user_id, created_at) where user_id > 0;
create index verify_code_expiry on verify_code (expires_at);

-- The key of these HMACs. One row.
create table verify_code_secret (
  id int primary key default 1 check (id = 1),
  value bytea not null check (octet_length(value) = 32)
);
