-- Executor rules, conditions, copies, separation and the straight way back of a stage. Choice of the template.
alter table process_template
  add column is_default boolean not null default false,
  add column sort int not null default 0,
  add column conditions jsonb not null default '[]';
create unique index process_template_default on process_template (enterprise_id, kind) where is_default and deleted_at is null;
create index process_template_choice on process_template (enterprise_id, kind, sort, id) where enabled and deleted_at is null;

alter table process_template_stage
  drop constraint process_template_stage_executor_rule_check,
  drop constraint process_template_stage_sign_mode_check,
  drop constraint process_template_stage_reject_to_check,
  add column role_id bigint,
  add column by_profession boolean not null default false,
  add column conditions jsonb not null default '[]',
  add column cc_ids bigint[] not null default '{}',
  add column separate boolean not null default false,
  add column straight boolean not null default false,
  add constraint process_template_stage_executor_rule_check check (executor_rule in
    ('users', 'chosen', 'project_role', 'direct_leader', 'department_head', 'leading_manager', 'role', 'both_sides')),
  add constraint process_template_stage_role_check check ((executor_rule in ('project_role', 'role')) = (role_id is not null)),
  add constraint process_template_stage_sign_mode_check check (sign_mode in ('any', 'all', 'in_turn')),
  add constraint process_template_stage_reject_to_check check (reject_to in ('starter', 'previous', 'any')),
  add foreign key (enterprise_id, role_id) references role (enterprise_id, id);
create index process_template_stage_role on process_template_stage (enterprise_id, role_id) where role_id is not null;

alter table task_stage
  drop constraint task_stage_sign_mode_check,
  drop constraint task_stage_reject_to_check,
  add column cc_ids bigint[] not null default '{}',
  add column separate boolean not null default false,
  add column straight boolean not null default false,
  add constraint task_stage_sign_mode_check check (sign_mode in ('any', 'all', 'in_turn')),
  add constraint task_stage_reject_to_check check (reject_to in ('starter', 'previous', 'any'));

alter table process_stage
  drop constraint process_stage_sign_mode_check,
  drop constraint process_stage_reject_to_check,
  add column cc_ids bigint[] not null default '{}',
  add column separate boolean not null default false,
  add column straight boolean not null default false, -- after "not pass to the starter" the next round begins here
  add column added_by bigint, -- the executor who added this stage during the review
  add column added_reason text not null default '',
  add constraint process_stage_sign_mode_check check (sign_mode in ('any', 'all', 'in_turn')),
  add constraint process_stage_reject_to_check check (reject_to in ('starter', 'previous', 'any'));

-- Order of the executors of a stage. In-turn stages open one turn after the other.
alter table process_assignment add column turn smallint not null default 0;

-- A project that the approval only refers to. It is shown and filtered, never judged.
alter table process add column about_project_id bigint;

-- One row a round: its own starter, template, copies and stages, and the copy of the record that the deciders saw.
create table process_round (
  enterprise_id bigint not null,
  process_id bigint not null,
  round int not null check (round >= 1),
  starter_id bigint not null,
  template_id bigint,
  cc_ids bigint[] not null default '{}',
  snapshot jsonb not null,
  copy jsonb, -- the owner's print view at submission; null: the owner has none
  copy_digest text,
  started_at timestamptz not null,
  primary key (enterprise_id, process_id, round),
  foreign key (enterprise_id, process_id) references process (enterprise_id, id),
  foreign key (enterprise_id, starter_id) references account (enterprise_id, id),
  foreign key (enterprise_id, template_id) references process_template (enterprise_id, id)
);
create index process_round_starter on process_round (enterprise_id, starter_id, process_id);
insert into process_round (enterprise_id, process_id, round, starter_id, template_id, cc_ids, snapshot, started_at)
select p.enterprise_id, p.id, r.round,
  coalesce((select h.user_id from process_history h where h.enterprise_id = p.enterprise_id and h.process_id = p.id
    and h.round = r.round and h.action in ('start', 'republish') order by h.id limit 1), p.starter_id),
  p.template_id,
  case when r.round = p.round then array(select c.user_id from process_cc c
    where c.enterprise_id = p.enterprise_id and c.process_id = p.id order by c.user_id) else '{}' end,
  p.snapshot,
  coalesce((select h.at from process_history h where h.enterprise_id = p.enterprise_id and h.process_id = p.id
    and h.round = r.round and h.action in ('start', 'republish') order by h.id limit 1), p.started_at)
from process p cross join lateral generate_series(1, p.round) as r (round);
