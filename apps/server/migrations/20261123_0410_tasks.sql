-- When the executors were last reminded; once a day.
alter table task add column reminded_at timestamptz;

-- Default order of task lists: overdue, open, stopped, finished, each by deadline (`TURN` in tasks.list.ts is the same expression).
create index task_of_project_by_turn on task (enterprise_id, project_id,
  (case when status = 'finished' then 2 when status in ('transfer_awaiting', 'paused', 'long_term') then 1 else 0 end), deadline, id)
  where deleted_at is null;
create index task_by_turn on task (enterprise_id,
  (case when status = 'finished' then 2 when status in ('transfer_awaiting', 'paused', 'long_term') then 1 else 0 end), deadline, id)
  where deleted_at is null and in_open_project;

-- The lists of a tab over all projects had the order of before.
drop index task_under_review;
create index task_under_review on task (enterprise_id,
  (case when status = 'finished' then 2 when status in ('transfer_awaiting', 'paused', 'long_term') then 1 else 0 end), deadline, id)
  where deleted_at is null and review_status = 'under_review';
drop index task_temporary;
create index task_temporary on task (enterprise_id,
  (case when status = 'finished' then 2 when status in ('transfer_awaiting', 'paused', 'long_term') then 1 else 0 end), deadline, id)
  where deleted_at is null and kind = 'temporary';
drop index task_of_assigner;
create index task_of_assigner on task (enterprise_id, assigner_id,
  (case when status = 'finished' then 2 when status in ('transfer_awaiting', 'paused', 'long_term') then 1 else 0 end), deadline, id)
  where deleted_at is null;
analyze task;
