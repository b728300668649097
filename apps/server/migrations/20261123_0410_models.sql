-- Whose conversion it is and when it was asked for and begun: the next one is chosen by that. The file's name, for the log of what happened.
alter table model_version
  add column asked_by bigint,
  add column queued_at timestamptz not null default now(),
  add column begun_at timestamptz,
  add column file_name text not null default '',
  add column drawn_at timestamptz; -- the server has tried to draw this version's picture

update model_version set asked_by = created_by, queued_at = updated_at;
update model_version v set file_name = f.name
from file_version f
where f.enterprise_id = v.enterprise_id and f.id = v.file_version_id;

create index model_version_content on model_version (enterprise_id, source_sha256);
create index model_version_begun on model_version (begun_at) where begun_at is not null;
create index model_version_undrawn on model_version (id) where thumb is null and drawn_at is null and frag_sha256 is not null;

-- The picture that a person chose for a model; it outlives new versions and nothing but a person replaces it.
alter table model
  add column picture bytea,
  add column picture_type text,
  add column picture_at timestamptz,
  add constraint model_picture check ((picture is null) = (picture_type is null) and (picture is null) = (picture_at is null));

-- The version a view was taken in. Null: older than this column, and no version with geometry was stored before it.
alter table viewpoint
  add column model_version_id bigint,
  add constraint viewpoint_model_version foreign key (enterprise_id, model_version_id) references model_version (enterprise_id, id);

update viewpoint p set model_version_id = (
  select v.id
  from model_version v
  where v.enterprise_id = p.enterprise_id and v.model_id = p.model_id and v.frag_sha256 is not null and v.created_at <= p.created_at
  order by v.version_no desc
  limit 1
);
