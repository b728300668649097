-- A picture may have 10 MiB (LIMITS.imageBytes).
alter table image
  drop constraint image_bytes_check,
  add constraint image_bytes_check check (length(bytes) <= 10485760);
