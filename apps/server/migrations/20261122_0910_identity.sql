-- Pictures of people (and whatever else shows one): few and small, so they lie beside what names them and never outlive or miss it.
create table image (
  enterprise_id bigint not null references enterprise,
  id bigint generated always as identity,
  key text not null unique, -- the whole secret of its address: nobody is signed in where an <img> asks
  owner_id bigint not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  width int not null check (width between 1 and 4096),
  height int not null check (height between 1 and 4096),
  bytes bytea not null check (length(bytes) <= 1048576),
  used boolean not null default false, -- named by some record; else it goes after a day
  created_at timestamptz not null default now(),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, owner_id) references account (enterprise_id, id)
);
create index image_unused on image (enterprise_id, owner_id) where not used;
create index image_age on image (created_at) where not used;
alter table image alter column bytes set storage external; -- compressed already
