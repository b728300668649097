-- The table holds the edition of the names that every process caches (docs/decisions/0006-name-cache.md).
alter table directory rename to name_cache;

create or replace function directory_changed() returns trigger language plpgsql as $$
begin
  insert into name_cache as d (enterprise_id, edition) values (coalesce(new.enterprise_id, old.enterprise_id), 1)
  on conflict (enterprise_id) do update set edition = d.edition + 1;
  return null;
end $$;
alter function directory_changed() rename to name_cache_changed;
