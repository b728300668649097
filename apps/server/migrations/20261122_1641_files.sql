-- Of an upload under way so much lies on the disk; what it was promised besides is size - received.
alter table upload add column received bigint not null default 0 check (received >= 0);
