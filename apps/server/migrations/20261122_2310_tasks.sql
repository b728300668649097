-- Days of a stage are one thing, in a task's plan as in a template and in what runs.
alter table task_stage alter column days type numeric(8, 2);
