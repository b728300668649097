-- Attachments of records of any kind. The bytes of an attachment never change.

create table attachment (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  kind text not null, -- subject kind of the record
  record_id bigint not null,
  round int not null default 0 check (round >= 0), -- 0: of the record itself
  name text not null,
  ext text not null,
  size bigint not null check (size >= 0),
  sha256 text not null,
  source_file_id bigint, -- no foreign key: the source may be cleared, the attachment stays
  source_version_no int,
  added_by bigint not null,
  added_at timestamptz not null default now(),
  removed_by bigint,
  removed_at timestamptz, -- restorable for thirty days
  primary key (enterprise_id, id),
  foreign key (enterprise_id, added_by) references account (enterprise_id, id),
  foreign key (enterprise_id, sha256) references blob (enterprise_id, sha256),
  check ((source_file_id is null) = (source_version_no is null))
);
create index attachment_of_record on attachment (enterprise_id, kind, record_id, round, id) where removed_at is null;
create index attachment_removed on attachment (removed_at) where removed_at is not null;
