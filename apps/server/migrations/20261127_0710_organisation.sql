-- The record of the enterprise (/company/enterprise) and the list of enterprises (/system/enterprise).
alter table enterprise
  add column logo text not null default '',
  add column address text not null default '',
  add column credit_code text not null default '',
  add column title text not null default '',
  add column oa_url text not null default '',
  add column review_url text not null default '',
  add column help_url text not null default '',
  add column fixed_header boolean not null default false,
  add column is_system boolean not null default false,
  add column disabled_at timestamptz,
  add column disabled_reason text not null default '',
  add check (disabled_at is null or not is_system);

-- Whether the figures of a legal entity count in the assessment.
alter table dictionary_entry add column assessment boolean not null default false;
