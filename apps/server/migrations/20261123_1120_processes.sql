-- The row of a person in a stage of an approval is called assignment, as in every book on workflows.
alter table process_seat rename to process_assignment;
alter index process_seat_sitting rename to process_assignment_active;
alter index process_seat_todo rename to process_assignment_todo;
alter index process_seat_of_stage rename to process_assignment_of_stage;
alter index process_seat_of rename to process_assignment_of;
