-- Delegation of approvals: for a time another person decides in place of the executor. No assignment moves.
create table process_delegation (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  from_id bigint not null,
  to_id bigint not null,
  from_at timestamptz not null,
  to_at timestamptz not null, -- not included. An ended delegation ends at that moment; one that never began has no time
  refused_at timestamptz, -- the deputy refused it
  note text not null default '',
  source_kind text not null default 'manual', -- manual, or the kind of the record that set it
  source_id bigint,
  created_at timestamptz not null,
  version int not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, from_id) references account (enterprise_id, id),
  foreign key (enterprise_id, to_id) references account (enterprise_id, id),
  check (from_id <> to_id),
  check (to_at >= from_at),
  check ((source_kind = 'manual') = (source_id is null)),
  -- At any moment a person has at most one own delegation.
  constraint process_delegation_apart exclude using gist (
    int8range(enterprise_id, enterprise_id, '[]') with &&,
    int8range(from_id, from_id, '[]') with &&,
    tstzrange(from_at, to_at) with &&
  ) where (refused_at is null)
);
create index process_delegation_given on process_delegation (enterprise_id, from_id, to_at);
create index process_delegation_received on process_delegation (enterprise_id, to_id, to_at);
create unique index process_delegation_source on process_delegation (enterprise_id, source_kind, source_id)
  where source_id is not null;

alter table process_history add column for_id bigint; -- the executor for whom a deputy acted
alter table process_assignment add column decided_by bigint; -- the deputy who decided it; null: its executor
