-- Recovery finds the accounts of an e-mail address in every enterprise.
create index staff_email on staff (lower(email)) where email <> '';
