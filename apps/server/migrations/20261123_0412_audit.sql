-- The history of sign-ins is written once, like the action log.
create trigger login_history_append_only before update or delete on login_history for each row execute function refuse_change();
create trigger login_history_keep before truncate on login_history for each statement execute function refuse_change();
