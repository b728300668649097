-- Cost ratios of output value by project type, with versions by date (docs/domains/cost.md). Ratios are whole ten-thousandths.
create table cost_config (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  project_type_id bigint, -- null: the default for all types without versions of their own
  valid_from date not null,
  fee_bp int not null check (fee_bp between 0 and 10000),
  base_tax text not null check (base_tax in ('gross', 'net')),
  advance_limit_fen bigint not null check (advance_limit_fen >= 0),
  contract_threshold_fen bigint not null check (contract_threshold_fen >= 0),
  version int not null default 1,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, project_type_id) references dictionary_entry (enterprise_id, id)
);
-- One version a day for each type and for the default. Serves the list and the version that counts on a day, too.
create unique index cost_config_version on cost_config
  (enterprise_id, project_type_id nulls first, valid_from desc) nulls not distinct;

create table cost_part (
  enterprise_id bigint not null,
  cost_config_id bigint not null,
  level text not null check (level in ('stages', 'professions', 'roles')),
  place int not null,
  entry_id bigint, -- a stage or a profession
  role text, -- the key of a project role
  bp int not null check (bp between 1 and 10000),
  primary key (enterprise_id, cost_config_id, level, place),
  check ((level = 'roles') = (role is not null) and (level = 'roles') = (entry_id is null)),
  foreign key (enterprise_id, cost_config_id) references cost_config (enterprise_id, id) on delete cascade,
  foreign key (enterprise_id, entry_id) references dictionary_entry (enterprise_id, id)
);
create index cost_part_entry on cost_part (enterprise_id, entry_id) where entry_id is not null;

-- The standard ratios as the first version of every enterprise. It counts from the first day that a call accepts.
with made as (
  insert into cost_config
    (enterprise_id, valid_from, fee_bp, base_tax, advance_limit_fen, contract_threshold_fen)
  select id, '1900-01-01', 800, 'gross', 50000000, 100000000 from enterprise
  returning enterprise_id, id
),
standard (level, place, kind, code, bp) as (
  values
    ('stages', 0, 'stage', 'concept', 2000),
    ('stages', 1, 'stage', 'preliminary', 2500),
    ('stages', 2, 'stage', 'construction_doc', 4500),
    ('stages', 3, 'stage', 'site_support', 1000),
    ('professions', 0, 'profession', 'arch', 3500),
    ('professions', 1, 'profession', 'struct', 2500),
    ('professions', 2, 'profession', 'plumb', 1200),
    ('professions', 3, 'profession', 'hvac', 1300),
    ('professions', 4, 'profession', 'elec', 1500)
)
insert into cost_part (enterprise_id, cost_config_id, level, place, entry_id, bp)
select made.enterprise_id, made.id, standard.level, standard.place, entry.id, standard.bp
from made
cross join standard
cross join lateral (
  select e.id from dictionary_entry e
  where e.enterprise_id = made.enterprise_id and e.kind = standard.kind and e.code = standard.code
  order by e.deleted_at nulls first, e.id limit 1
) entry;

insert into cost_part (enterprise_id, cost_config_id, level, place, role, bp)
select c.enterprise_id, c.id, 'roles', standard.place, standard.role, standard.bp
from cost_config c
cross join (
  values (0, 'designer', 6000), (1, 'proofreader', 1200), (2, 'professional_leader', 1000),
    (3, 'reviewer', 800), (4, 'approver', 500), (5, 'project_leader', 500)
) as standard (place, role, bp);
