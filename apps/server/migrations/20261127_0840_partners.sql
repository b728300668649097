-- Whether the link of an invitation went to the address by mail (docs/domains/partners.md).
alter table project_invitation add column mailed boolean not null default false;
-- The invitations of the last hour.
create index project_invitation_recent on project_invitation (enterprise_id, created_at);
