-- A deleted notice keeps its row: its once_key is what stops a timer from telling the same thing again.
alter table notice add column deleted_at timestamptz;
alter table notice add constraint notice_pc_path_local check (pc_path ~ '^/([^/\\]|$)');

drop index notice_unread;
drop index notice_all;
create index notice_unread on notice (enterprise_id, user_id, id desc) where read_at is null and deleted_at is null;
create index notice_all on notice (enterprise_id, user_id, id desc) where deleted_at is null;
