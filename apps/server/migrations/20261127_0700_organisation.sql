-- The days of an employment beside the day of entry.
alter table staff
  add column formal_date date,
  add column work_start_date date;

-- A staff number names one person of the enterprise. The first one of older repeated numbers stays. The others get the
-- number of the person behind them, so that none is lost.
update staff s set employee_no = s.employee_no || '-' || s.user_id
where s.employee_no <> '' and exists (
  select 1 from staff o
  where o.enterprise_id = s.enterprise_id and o.employee_no = s.employee_no and o.user_id < s.user_id);
create unique index staff_employee_no on staff (enterprise_id, employee_no) where employee_no <> '';

-- The pickers and the department tree read everybody, but few columns of them. The index holds these columns.
create index staff_tree on staff (enterprise_id, status, sort, user_id)
  include (name, pinyin, initials, department_id, position_id, profession_id);
drop index staff_list;
