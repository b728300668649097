-- Projects of departments, for readers by the data range (docs/domains/access.md).
create index project_of_department on project (enterprise_id, department_id, status, id) where deleted_at is null;
