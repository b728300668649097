-- now() is when the transaction began, which may be long before its message can be read. Which messages are new is told by the
-- transaction that wrote them: all below the oldest one still running could be read already.
alter table live_message alter column created_at set default clock_timestamp();
alter table live_message add column xact xid8 not null default pg_current_xact_id();
create index live_message_new on live_message (xact, id);
