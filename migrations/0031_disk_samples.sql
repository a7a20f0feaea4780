-- The free space on the data folder's disk, every six hours for the last week; bytes.
CREATE TABLE disk_sample (
  at INTEGER PRIMARY KEY,                       -- ms
  free INTEGER NOT NULL,
  total INTEGER NOT NULL                        -- another size is another disk
) STRICT;
