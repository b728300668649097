-- Seals of the action log (docs/domains/action-log.md). Rows of action_log never change, so seals have their own table.
-- There is no reference to action_log: a removed row must be found, and a cascade or a refusal would hide it.
create table action_seal (
  enterprise_id bigint not null references enterprise,
  position bigint not null check (position > 0),
  log_id bigint not null,
  sealed_at timestamptz not null,
  seal bytea not null check (octet_length(seal) = 32),
  primary key (enterprise_id, position)
);
create unique index action_seal_row on action_seal (enterprise_id, log_id);
create trigger action_seal_append_only before update or delete on action_seal for each row execute function refuse_change();
create trigger action_seal_keep before truncate on action_seal for each statement execute function refuse_change();

-- Rows that wait for a seal. The insert commits together with its row, so a late commit of a low id is never skipped.
create table action_unsealed (
  enterprise_id bigint not null references enterprise,
  log_id bigint not null,
  primary key (enterprise_id, log_id)
);
create function await_seal() returns trigger language plpgsql as $$
begin
  insert into action_unsealed (enterprise_id, log_id) values (new.enterprise_id, new.id);
  return null;
end
$$;
create trigger action_log_awaits_seal after insert on action_log for each row execute function await_seal();
insert into action_unsealed (enterprise_id, log_id) select enterprise_id, id from action_log;

-- The filters of /company/cfgLog, each in the order of the list.
create index action_log_person on action_log (enterprise_id, user_id, at desc, id desc);
create index action_log_record on action_log (enterprise_id, target_kind, target_id, at desc, id desc);
create index action_log_project on action_log (enterprise_id, project_id, at desc, id desc);
create index action_log_event on action_log (enterprise_id, event, at desc, id desc);
create index action_log_area on action_log (enterprise_id, split_part(event, '.', 1), at desc, id desc);
create index action_log_words on action_log using gin (app_grams(target_name));
