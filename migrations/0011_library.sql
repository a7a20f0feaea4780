-- Which gallery this is, and whether the database and the files of the data folder are of the same
-- time.

CREATE TABLE library (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  library_id TEXT NOT NULL,                     -- random; never changes
  epoch TEXT,                                   -- random; new at every start and stop, see src/backup/epoch.ts
  previous_epoch TEXT                           -- in library.json after a crash before the new one was written
) STRICT;
INSERT INTO library (id, library_id) VALUES (1, lower(hex(randomblob(16))));
