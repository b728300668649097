-- Viewpoints of models that were handed in for review. A row keeps what its viewpoint showed then.

create table handed_viewpoint (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  kind text not null, -- subject kind of the record
  record_id bigint not null,
  round int not null check (round > 0),
  viewpoint_id bigint not null, -- no foreign keys to the source: it may go, this row stays
  model_id bigint not null,
  model_name text not null,
  model_version_id bigint,
  model_version_no int,
  name text not null,
  state jsonb not null,
  thumb bytea,
  thumb_type text,
  handed_by bigint not null,
  handed_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, handed_by) references account (enterprise_id, id),
  check ((thumb is null) = (thumb_type is null))
);
create index handed_viewpoint_of_record on handed_viewpoint (enterprise_id, kind, record_id, round, id);
