-- Comments on records of any kind, and the people mentioned in them.

create table comment (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  kind text not null, -- subject kind of the record
  record_id bigint not null,
  author_id bigint not null,
  text text not null,
  pictures text[] not null default '{}', -- addresses of images, in the author's order
  created_at timestamptz not null, -- by the program's clock, which also ends the time for edits
  edited_at timestamptz,
  deleted_at timestamptz, -- the row stays as a trace
  version int not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, author_id) references account (enterprise_id, id)
);
create index comment_of_record on comment (enterprise_id, kind, record_id, id desc);

create table comment_mention (
  enterprise_id bigint not null,
  comment_id bigint not null,
  user_id bigint not null,
  primary key (enterprise_id, comment_id, user_id),
  foreign key (enterprise_id, comment_id) references comment (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
