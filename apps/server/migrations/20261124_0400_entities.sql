-- Use counts of dictionary entries read these indexes: one entry and the records that name it.
create index task_of_stage on task (enterprise_id, stage_id) where deleted_at is null;
create index task_of_profession on task (enterprise_id, profession_id) where profession_id is not null and deleted_at is null;
create index project_of_type on project (enterprise_id, type_id) where deleted_at is null;
create index project_of_stage on project (enterprise_id, stage_id) where deleted_at is null;
create index project_profession_entry on project_profession (enterprise_id, profession_id);
create index project_member_role_of_profession on project_member_role (enterprise_id, profession_id) where profession_id <> 0;
create index staff_of_profession on staff (enterprise_id, profession_id) where profession_id is not null;
create index staff_of_title on staff (enterprise_id, position_title_id) where position_title_id is not null;
create index department_of_parent on department (enterprise_id, parent_id) where deleted_at is null;
create index department_of_company on department (enterprise_id, company_id) where company_id is not null;
create index position_of_department on position (enterprise_id, department_id) where department_id is not null;
create index position_of_template on position (enterprise_id, position_template_id) where position_template_id is not null;
create index dictionary_entry_of_group on dictionary_entry (enterprise_id, label_group_id) where label_group_id is not null;
create index dictionary_entry_of_profession on dictionary_entry (enterprise_id, profession_id) where profession_id is not null;
create index folder_grant_to on folder_grant (enterprise_id, to_kind, to_id);
