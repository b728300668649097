-- People are found by their account too; the copy lets one index hold every word a person is known by.
alter table staff add column account text not null default '';
update staff as s set account = a.account from account as a where a.enterprise_id = s.enterprise_id and a.id = s.user_id;
alter table staff alter column account drop default;
drop index staff_words;
create index staff_words on staff
  using gin (app_grams(name || ' ' || pinyin || ' ' || initials || ' ' || phone || ' ' || account));

alter table staff add foreign key (enterprise_id, profession_id) references dictionary_entry (enterprise_id, id);
alter table department add foreign key (enterprise_id, leader_id) references account (enterprise_id, id);
create index department_tree on department (enterprise_id, parent_id, sort, id) where deleted_at is null;
