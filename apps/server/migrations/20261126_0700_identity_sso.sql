-- Single sign-on by OpenID Connect. Without OIDC_ISSUER these tables stay empty.

-- The session was opened through the identity provider. Its token is accepted only as `Authorization: Bearer`.
alter table session add column sso boolean not null default false;

-- A sign-in that was sent to the provider. It belongs to no enterprise, because nobody is signed in yet.
create table sso_request (
  state_hash bytea primary key check (octet_length(state_hash) = 32), -- the state itself is never stored
  verifier text not null, -- PKCE
  nonce text not null,
  network text not null, -- the address that requested it, of IPv6 the /64
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sso_request_expiry on sso_request (expires_at);
create index sso_request_of_network on sso_request (network, created_at);

-- A person whom the provider has confirmed and whose account is not known yet. It waits for one correct password.
create table sso_ticket (
  ticket_hash bytea primary key check (octet_length(ticket_hash) = 32),
  issuer text not null,
  subject text not null,
  tokens bytea not null, -- sealed
  expires_at timestamptz not null
);
create index sso_ticket_expiry on sso_ticket (expires_at);

-- The account of a person at the provider. Issuer and subject identify the person; e-mail and name never do.
create table sso_identity (
  enterprise_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default now(),
  primary key (enterprise_id, user_id, issuer),
  unique (issuer, subject),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);

-- The tokens of the provider for a session, sealed under a key that is not in the database.
create table sso_grant (
  enterprise_id bigint not null,
  session_id bigint not null,
  tokens bytea not null,
  due_at timestamptz not null, -- the next question to the provider
  primary key (enterprise_id, session_id),
  foreign key (enterprise_id, session_id) references session (enterprise_id, id) on delete cascade
);
create index sso_grant_due on sso_grant (due_at);
