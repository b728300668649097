-- Mails wait here until the mail server accepts them. Belongs to no enterprise: a mail before sign-in has none.
create table mail (
  id bigint generated always as identity primary key,
  key text not null unique, -- one event makes one mail, however often it is enqueued
  recipient text not null,
  subject text not null,
  body text not null, -- emptied when the mail is settled: it may hold a code
  html text,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'dropped', 'failed')),
  attempts int not null default 0,
  unreachable boolean not null default false, -- the last attempt reached no mail server
  due_at timestamptz not null,
  expires_at timestamptz, -- pointless after this time
  lease_until timestamptz, -- the process that sends it counts as dead after this time
  created_at timestamptz not null,
  settled_at timestamptz
);
create index mail_due on mail (due_at, id) where state = 'waiting';
create index mail_lease on mail (lease_until) where state = 'sending';
create index mail_settled on mail (settled_at) where settled_at is not null;
