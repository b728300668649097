-- Who stored a version, which converter made its result, and the picture that lists show of it.
alter table model_version
  add column created_by bigint,
  add column converter smallint not null default 0, -- raised when the same file would give more; 0: before it was kept
  add column thumb bytea,
  add column thumb_type text,
  add column thumb_at timestamptz,
  add constraint model_version_thumb check ((thumb is null) = (thumb_type is null) and (thumb is null) = (thumb_at is null));

update model_version v set created_by = f.created_by
from file_version f
where f.enterprise_id = v.enterprise_id and f.id = v.file_version_id;
