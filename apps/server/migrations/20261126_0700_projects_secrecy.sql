-- Each call reads the projects with a secrecy level that the caller is no member of. Few projects have one.
create index project_secrecy on project (enterprise_id, id) where secret_level <> 'normal' and deleted_at is null;
