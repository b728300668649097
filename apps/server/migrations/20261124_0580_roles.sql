-- Content access and data boards of a role. The standard roles see contact data, hours and opinions of others.
alter table role
  add column content_access text[] not null default '{}',
  add column data_board_access text[] not null default '{}',
  add constraint role_view_range_check
    check (view_range in ('self', 'department', 'department_and_below', 'company', 'enterprise')),
  add constraint role_sort_check check (sort >= 0);

update role set content_access = '{contact,hours,opinions}' where is_system;
update role set content_access = '{contact,hours,opinions,secret}' where key = 'superAdmin';

create index project_member_role_of_role on project_member_role (enterprise_id, role_id, user_id);
