-- People of partner firms in projects (docs/domains/partners.md).
alter table project_member
  -- the partner firm of an invited person, '' for a colleague
  add column firm text not null default '',
  -- the last day of the membership in Asia/Shanghai
  add column ends_on date;
create index project_member_ending on project_member (ends_on, enterprise_id, project_id)
  where removed_at is null and ends_on is not null;

alter table enterprise
  add column partner_invite text not null default 'member' check (partner_invite in ('member', 'company_user'));

create table project_invitation (
  enterprise_id bigint not null,
  id bigint generated always as identity,
  project_id bigint not null,
  firm text not null,
  -- the invited partner, or the person who made an account with the token
  user_id bigint,
  -- the address of a new person, '' for an existing partner
  email text not null default '',
  role_ids bigint[] not null default '{}',
  ends_on date,
  state text not null default 'invited'
    check (state in ('invited', 'accepted', 'refused', 'cancelled', 'expired')),
  -- SHA-256 of the token of an open invitation of a new person
  token_hash bytea unique,
  expires_at timestamptz not null,
  invited_by bigint not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  version int not null default 1,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, project_id) references project (enterprise_id, id),
  foreign key (enterprise_id, user_id) references account (enterprise_id, id),
  foreign key (enterprise_id, invited_by) references account (enterprise_id, id),
  check (state <> 'invited' or (user_id is null) = (token_hash is not null))
);
create index project_invitation_list on project_invitation (enterprise_id, project_id, id desc);
create index project_invitation_of_person on project_invitation (enterprise_id, user_id, id desc) where user_id is not null;
create index project_invitation_expiring on project_invitation (expires_at) where state = 'invited';
-- One open invitation for a person and project.
create unique index project_invitation_open on project_invitation (enterprise_id, project_id, user_id)
  where state = 'invited' and user_id is not null;
create unique index project_invitation_open_email on project_invitation (enterprise_id, project_id, lower(email))
  where state = 'invited' and user_id is null;
