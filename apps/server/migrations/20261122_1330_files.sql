-- The files of a project that changed last: its overview shows them, and reading every folder's newest would cost more with every folder.
create index file_recent on file (enterprise_id, project_id, updated_at desc, id desc) where trash_id is null;
