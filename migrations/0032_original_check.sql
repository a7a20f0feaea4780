-- The rolling check, which reads every original again and again; times are in ms.

-- How far it is; one row. A pass reads the originals in the order of their names.
CREATE TABLE original_check (
  cursor TEXT NOT NULL DEFAULT '',              -- the last original that was read in this pass
  began_at INTEGER,                             -- when this pass began; NULL between two passes
  read INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  last_began_at INTEGER                         -- when the last pass that was completed began
) STRICT;
INSERT INTO original_check DEFAULT VALUES;

-- Originals that are missing or damaged. Not a reference, as a photo may be deleted or come back.
CREATE TABLE damaged_original (
  original TEXT PRIMARY KEY,
  fault TEXT NOT NULL,                          -- missing, changed, unreadable
  found_at INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  copy TEXT                                     -- the folder of a backup that has a right copy
) STRICT, WITHOUT ROWID;
