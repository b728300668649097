-- The room that an upload may take on the disk. A reservation without a byte for ten minutes ends: it then covers what has come.
alter table upload add column reserved bigint not null default 0 check (reserved >= 0);
-- When bytes came last, or when the room was reserved.
alter table upload add column byte_at timestamptz not null default now();
-- A multipart upload: its size is an upper bound until all bytes have come, and it cannot be resumed.
alter table upload add column counting boolean not null default false;
update upload set reserved = size, byte_at = touched_at where status = 'receiving';
create index upload_reserved on upload (byte_at) where status = 'receiving' and reserved > received;
