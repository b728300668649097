-- The number of the subject, for lists. It never changes.
alter table process add column subject_number text not null default '';
update process set subject_number = task.number
from task where process.subject_kind = 'task' and task.enterprise_id = process.enterprise_id and task.id = process.subject_id;
