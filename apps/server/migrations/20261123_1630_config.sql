-- The working-day calendar (docs/domains/working-days.md). The statutory days are part of the program, not of the database.
create table working_calendar (
  enterprise_id bigint primary key references enterprise,
  workdays smallint[] not null default '{1,2,3,4,5}' -- Monday is 1
    check (cardinality(workdays) between 1 and 7 and workdays <@ '{1,2,3,4,5,6,7}'),
  updated_by bigint,
  updated_at timestamptz not null default now(),
  version int not null default 1 -- of the whole calendar: each change of week or days raises it
);

create table working_day (
  enterprise_id bigint not null references enterprise,
  day date not null,
  kind text not null check (kind in ('workday', 'restday', 'holiday', 'adjusted_workday')),
  name text not null default '',
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (enterprise_id, day)
);

-- Every process caches the calendar beside the names, so a change raises the same edition (docs/decisions/0006-name-cache.md).
-- Each change of a day raises the version of its calendar, so one trigger is enough.
create constraint trigger name_cache_of_calendar after insert or update on working_calendar
  deferrable initially deferred for each row execute function name_cache_changed();
