-- Every new picture has a thumbnail with an address of its own. Pictures of before have none.
-- The server decodes a picture, so its pixels are limited and not its sides (LIMITS.imagePixels).
alter table image
  add column thumb_key text unique,
  add column thumb bytea check (length(thumb) <= 1048576),
  add constraint image_thumb_whole check ((thumb_key is null) = (thumb is null)),
  drop constraint image_type_check,
  add constraint image_type_check check (type in ('image/gif', 'image/jpeg', 'image/png', 'image/bmp', 'image/webp')),
  drop constraint image_width_check,
  drop constraint image_height_check,
  add constraint image_pixels_check check (width > 0 and height > 0 and width::bigint * height <= 50000000);
alter table image alter column thumb set storage external; -- compressed already

-- The cover of a project: the address of a picture, or ''.
alter table project add column thumb text not null default '';
