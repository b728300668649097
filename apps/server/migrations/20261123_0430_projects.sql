-- What the list of projects is sorted by, as file.sort_key: the program writes it, and fills it at its next start where it is empty.
alter table project
  add column name_sort text collate "C" not null default '',
  add column number_sort text collate "C" not null default '';
create index project_unsorted on project (enterprise_id, id) where name_sort = '';
create index project_by_name on project (enterprise_id, status, name_sort, id) where deleted_at is null;
create index project_by_number on project (enterprise_id, status, number_sort, id) where deleted_at is null;
create index project_by_end on project (enterprise_id, status, construction_end, id) where deleted_at is null;
-- Projects without a day stand last in either direction.
create index project_by_end_down on project (enterprise_id, status, construction_end desc nulls last, id desc) where deleted_at is null;
create index project_by_archiving on project (enterprise_id, status, archived_at, id) where deleted_at is null;
