-- The name of a session in calls. The number of a session would invite guesses, and a token is a secret.
alter table session add column key uuid not null default gen_random_uuid();
create unique index session_key on session (key);
