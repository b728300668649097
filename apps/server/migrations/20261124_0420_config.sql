-- The last serial of each number series. `scope` separates serials that count on their own, for example a year or a project.
create table number_series (
  enterprise_id bigint not null references enterprise,
  series text not null,
  scope text not null default '',
  last int not null check (last >= 0),
  primary key (enterprise_id, series, scope)
);

-- Item numbers of projects: one serial for each year, as before.
insert into number_series (enterprise_id, series, scope, last)
  select enterprise_id, 'project', year::text, last from project_serial;
drop table project_serial;
