-- A key of getKeyIv remembers who asked for it, so that a program that sends no `kid` can use it. With `kid` it stays unbound.
-- Sessions are numbered over all enterprises; no foreign key, because a key lives for two minutes and sessions are swept.
alter table transfer_key add column session_id bigint;
alter table transfer_key add column ip text not null default '';
create index transfer_key_of_session on transfer_key (session_id, expires_at desc) where used_at is null and session_id is not null;
create index transfer_key_of_address on transfer_key (ip, expires_at desc) where used_at is null;
