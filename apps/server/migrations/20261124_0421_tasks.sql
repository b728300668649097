-- The number of a task: item number of its project and a serial. It never changes and is never used again.
alter table task add column number text;

-- Existing tasks are numbered by id in their project, deleted ones too. Projects that share an item number (one is deleted, or the
-- case differs) continue one count, because a number is unique in the enterprise.
update task set number = numbered.number
from (
  select enterprise_id, id, item_number || '-' || lpad(place, greatest(3, length(place)), '0') as number
  from (
    select t.enterprise_id, t.id, p.item_number,
      (row_number() over (partition by t.enterprise_id, lower(p.item_number) order by t.project_id, t.id))::text as place
    from task t join project p on p.enterprise_id = t.enterprise_id and p.id = t.project_id
  ) placed
) numbered
where numbered.enterprise_id = task.enterprise_id and numbered.id = task.id;

alter table task alter column number set not null;

-- Also finds tasks by the beginning of their number (`taskHolds` in search.ts).
create unique index task_number on task (enterprise_id, lower(number) text_pattern_ops);

insert into number_series (enterprise_id, series, scope, last)
  select enterprise_id, 'task', project_id::text, max(regexp_replace(number, '^.*-', '')::int)
  from task group by enterprise_id, project_id;
analyze task;
