-- The directory: which name stands for which id (people, entries of the dictionaries). It changes rarely and every list shows it, so
-- programs remember it, and the edition tells them when what they remember is old (docs/decisions/0006-directory.md).
create table directory (
  enterprise_id bigint primary key references enterprise,
  edition bigint not null
);
insert into directory (enterprise_id, edition) select id, 1 from enterprise;

create function directory_changed() returns trigger language plpgsql as $$
begin
  insert into directory as d (enterprise_id, edition) values (coalesce(new.enterprise_id, old.enterprise_id), 1)
  on conflict (enterprise_id) do update set edition = d.edition + 1;
  return null;
end $$;

-- Deferred to the end of the transaction: taken earlier, this one row would be held while other rows are waited for, and two
-- changes of people could wait for each other for ever.
create constraint trigger directory_of_new_staff after insert or delete on staff
  deferrable initially deferred for each row execute function directory_changed();
create constraint trigger directory_of_staff after update on staff
  deferrable initially deferred for each row
  when (old.name is distinct from new.name or old.status is distinct from new.status)
  execute function directory_changed();
create constraint trigger directory_of_account after update on account
  deferrable initially deferred for each row
  when (old.thumb is distinct from new.thumb)
  execute function directory_changed();
create constraint trigger directory_of_entries after insert or update or delete on dictionary_entry
  deferrable initially deferred for each row execute function directory_changed();
