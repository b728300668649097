-- Whether secrets that are encrypted under the built-in key are read. The pair is published, so this is off unless switched on.
alter table enterprise add column accept_default_key boolean not null default false;
