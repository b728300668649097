-- The quality chain as the default template of tasks, for enterprises that have no template of this name.
-- New enterprises get it at their foundation (standard-template.ts). The stages find people by project role.
create temporary table chain on commit drop as
select * from (values
  (1, '自校', null, false, 'starter'),
  (2, '校对', 'proofreader', true, 'previous'),
  (3, '专业负责人', 'professional_leader', false, 'previous'),
  (4, '审核', 'reviewer', true, 'previous'),
  (5, '审定', 'approver', true, 'previous')
) as v (position, name, role_key, separate, reject_to);

insert into process_template (enterprise_id, name, kind, is_default)
select e.id, '五级校审', 'task', not exists (
  select from process_template d where d.enterprise_id = e.id and d.kind = 'task' and d.is_default and d.deleted_at is null)
from enterprise e
where not exists (
  select from process_template t
  where t.enterprise_id = e.id and t.kind = 'task' and t.name = '五级校审' and t.deleted_at is null);

insert into process_template_stage (
  enterprise_id, template_id, position, name, executor_rule, role_id, by_profession, sign_mode, allow_transfer, reject_to, separate)
select t.enterprise_id, t.id, c.position, c.name, case when r.id is null then 'chosen' else 'project_role' end,
  r.id, r.id is not null, 'any', true, c.reject_to, c.separate
from process_template t
cross join chain c
left join role r on r.enterprise_id = t.enterprise_id and r.key = c.role_key and r.kind = 'project' and r.deleted_at is null
where t.kind = 'task' and t.name = '五级校审' and t.deleted_at is null
  and not exists (select from process_template_stage s where s.enterprise_id = t.enterprise_id and s.template_id = t.id);
