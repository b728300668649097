-- The Latin words of the name and the short name, as in staff. The program writes them. It fills empty ones at its next start.
alter table project
  add column pinyin text not null default '',
  add column initials text not null default '';
drop index project_words;
create index project_words on project
  using gin (app_grams(name || ' ' || short_name || ' ' || item_number || ' ' || pinyin || ' ' || initials))
  where deleted_at is null;
drop index project_unsorted;
create index project_unfilled on project (enterprise_id, id) where name_sort = '' or pinyin = '';
