-- Answers of calls with an Idempotency-Key, for a repeat of the same call. Rows live for a day.
-- Without foreign keys: the row is written first, and a shared lock on the enterprise or the account would deadlock with calls that
-- lock these rows for their change.
create table call_repeat (
  enterprise_id bigint not null,
  user_id bigint not null,
  call text not null, -- path of the call
  key_hash bytea not null, -- the key itself is not stored: it opens the answer
  id bigint generated always as identity,
  input_hash bytea not null,
  rights_hash bytea not null, -- rights of the person at the first run
  project_id bigint,
  answer bytea, -- encrypted; null only inside the transaction of the change
  created_at timestamptz not null default now(),
  primary key (enterprise_id, user_id, call, key_hash)
);
create index call_repeat_of_person on call_repeat (enterprise_id, user_id, id);
create index call_repeat_age on call_repeat (created_at);
