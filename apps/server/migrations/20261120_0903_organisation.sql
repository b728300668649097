create table department (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  parent_id bigint,
  name text not null,
  level smallint not null check (level between 1 and 5),
  leader_id bigint,
  is_production boolean not null default true,
  sort int not null default 0,
  created_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, parent_id) references department (enterprise_id, id)
);
create unique index department_name on department (enterprise_id, coalesce(parent_id, 0), name) where deleted_at is null;

create table position (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  name text not null,
  sort int not null default 0,
  deleted_at timestamptz,
  version int not null default 1,
  primary key (enterprise_id, id)
);
create unique index position_name on position (enterprise_id, name) where deleted_at is null;

create table staff (
  enterprise_id bigint not null,
  user_id bigint not null,
  name text not null,
  pinyin text not null default '',
  initials text not null default '',
  phone text not null default '',
  email text not null default '',
  sex text not null default '',
  employee_no text not null default '',
  type text not null default 'person' check (type in ('person', 'enterprise', 'partner')),
  department_id bigint,
  position_id bigint,
  profession_id bigint,
  entry_date date,
  status text not null default 'active' check (status in ('active', 'disabled', 'former')),
  sort int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (enterprise_id, user_id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id),
  foreign key (enterprise_id, department_id) references department (enterprise_id, id),
  foreign key (enterprise_id, position_id) references position (enterprise_id, id)
);
create index staff_list on staff (enterprise_id, status, sort, user_id);
create index staff_of_department on staff (enterprise_id, department_id, status);
create index staff_words on staff using gin (app_grams(name || ' ' || pinyin || ' ' || initials || ' ' || phone));

create table role (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  key text, -- built-in roles are known by it, never by their name
  name text not null check (char_length(name) <= 25),
  kind text not null check (kind in ('admin', 'project', 'personnel')),
  access text[] not null default '{}',
  view_range text not null default 'self',
  is_system boolean not null default false,
  sort int not null default 0,
  version int not null default 1,
  deleted_at timestamptz,
  primary key (enterprise_id, id)
);
create unique index role_key on role (enterprise_id, key) where key is not null;
create unique index role_name on role (enterprise_id, lower(name)) where deleted_at is null;

create table role_holder (
  enterprise_id bigint not null,
  role_id bigint not null,
  user_id bigint not null,
  given_at timestamptz not null default now(),
  primary key (enterprise_id, role_id, user_id),
  foreign key (enterprise_id, role_id) references role (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
create index role_of_user on role_holder (enterprise_id, user_id);
