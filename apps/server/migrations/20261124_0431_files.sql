-- An upload goes to a folder, or to a record of another module.
alter table upload alter column folder_id drop not null;
alter table upload alter column project_id drop not null; -- a record may belong to no project
alter table upload add column record_kind text; -- subject kind of the record
alter table upload add column record_id bigint;
alter table upload add column result_id bigint; -- what a stored upload became there
alter table upload add constraint upload_target check ((folder_id is null) = (record_kind is not null) and (record_kind is null) = (record_id is null));

-- Records of other modules that keep bytes. Bytes are freed when neither a version nor such a record needs them.
create table blob_hold (
  enterprise_id bigint not null,
  sha256 text not null,
  holder_kind text not null,
  holder_id bigint not null,
  primary key (enterprise_id, sha256, holder_kind, holder_id),
  foreign key (enterprise_id, sha256) references blob (enterprise_id, sha256)
);
