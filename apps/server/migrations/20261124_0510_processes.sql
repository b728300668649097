-- Stages that executors added during the round. The plan of the next round does not contain them.
alter table process add column added_stages int not null default 0 check (added_stages >= 0);

alter table process_stage
  add column origin_id bigint, -- the first row of this stage in the round; null: this row. A reopened stage keeps it
  add column added_to bigint; -- origin_id of the stage whose executor added this one

-- A second stage of an entry: target of "not pass", added stage, or the stage that was passed earlier.
alter table process_history
  add column to_position smallint,
  add column to_stage text not null default '';
