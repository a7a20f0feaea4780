-- The integer keys were named n; the API uses the uuids in id.

ALTER TABLE photo RENAME COLUMN n TO row_id;
ALTER TABLE album RENAME COLUMN n TO row_id;
ALTER TABLE guest RENAME COLUMN n TO row_id;
ALTER TABLE photo_like RENAME COLUMN n TO row_id;
ALTER TABLE comment RENAME COLUMN n TO row_id;
ALTER TABLE mail RENAME COLUMN n TO row_id;
ALTER TABLE intent RENAME COLUMN n TO row_id;
ALTER TABLE job RENAME COLUMN n TO row_id;
ALTER TABLE highest_row_id RENAME COLUMN n TO row_id;
