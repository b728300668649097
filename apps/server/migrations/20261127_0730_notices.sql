-- E-mails of notices (docs/domains/notices.md). A person without a row has the standard choice for every kind.
create table notice_setting (
  enterprise_id bigint not null references enterprise,
  user_id bigint not null,
  -- kind of notice: none, mail or digest. A kind that is missing has the standard choice.
  ways jsonb not null default '{}',
  language text not null check (language in ('zh', 'en', 'tw')),
  version bigint not null default 2,
  -- the notices of the last digest: ids behind digest_from up to digest_to
  digest_day date,
  digest_from bigint not null default 0,
  digest_to bigint not null default 0,
  primary key (enterprise_id, user_id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id)
);
