alter table project
  add column client_contact text not null default '',
  add column province text not null default '',
  add column city text not null default '',
  add column grade text not null default '' check (grade in ('', 'large', 'medium', 'small')),
  add column industry text not null default '',
  add column task_type text not null default '',
  add column secret_level text not null default 'normal' check (secret_level in ('normal', 'internal', 'secret')),
  -- Named on the project's sheet; whoever is to work in the project is a member besides.
  add column director_id bigint,
  add column equipment_director_id bigint,
  add column leading_manager_id bigint,
  add column business_manager_id bigint,
  add foreign key (enterprise_id, director_id) references account (enterprise_id, id),
  add foreign key (enterprise_id, equipment_director_id) references account (enterprise_id, id),
  add foreign key (enterprise_id, leading_manager_id) references account (enterprise_id, id),
  add foreign key (enterprise_id, business_manager_id) references account (enterprise_id, id),
  add check (construction_end >= construction_start),
  add check (land_area_unit in ('m2', 'wan_m2', 'ha', 'mu')),
  add check (build_area_unit in ('m2', 'wan_m2', 'ha', 'mu')),
  add check (bim_area_unit in ('m2', 'wan_m2')),
  add check (height_unit in ('m'));

create index project_of_manager on project (enterprise_id, manager_id, id) where deleted_at is null;

-- The professions that take part, in the order in which the trade names them.
create table project_profession (
  enterprise_id bigint not null,
  project_id bigint not null,
  profession_id bigint not null,
  primary key (enterprise_id, project_id, profession_id),
  foreign key (enterprise_id, project_id) references project (enterprise_id, id),
  foreign key (enterprise_id, profession_id) references dictionary_entry (enterprise_id, id)
);

-- The last serial given out in item numbers of a year; a number is never given twice, even after its project is gone.
create table project_serial (
  enterprise_id bigint not null references enterprise,
  year int not null,
  last int not null,
  primary key (enterprise_id, year)
);
