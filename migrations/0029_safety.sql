-- Backups that the server makes by itself.

-- When they are made and how many are kept; one row. weekday (0: Sunday) counts if every is 'week'.
CREATE TABLE safety (
  every TEXT NOT NULL DEFAULT 'day' CHECK (every IN ('day', 'week')),
  weekday INTEGER NOT NULL DEFAULT 1,
  hour INTEGER NOT NULL DEFAULT 3,              -- in the time zone of the machine
  keep_daily INTEGER NOT NULL DEFAULT 7,
  keep_weekly INTEGER NOT NULL DEFAULT 4,
  keep_monthly INTEGER NOT NULL DEFAULT 12
) STRICT;
INSERT INTO safety DEFAULT VALUES;

-- The folders into which they are made, and what is known of the last one; times are in ms.
CREATE TABLE backup_target (
  row_id INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  folder TEXT NOT NULL UNIQUE,
  is_configured INTEGER NOT NULL DEFAULT 0,     -- 1: given with --backup
  added_at INTEGER NOT NULL,
  is_held INTEGER NOT NULL DEFAULT 0,           -- 1: since a restore, until the owner says go on
  started_at INTEGER,                           -- when the last backup began
  ended_at INTEGER,                             -- NULL while it runs, or if it was interrupted
  outcome TEXT,                                 -- done, incomplete, failed, busy, stopped
  reason TEXT,                                  -- why it failed
  again_at INTEGER,                             -- when it is tried again before its time
  notes TEXT NOT NULL DEFAULT '[]',             -- JSON: sentences for the owner
  added_bytes INTEGER,
  verified_at INTEGER,                          -- of the last backup in which everything was whole
  photos INTEGER,
  bytes INTEGER
) STRICT;

INSERT INTO highest_row_id (name, row_id) VALUES ('backup_target', 0);
CREATE TRIGGER backup_target_numbered AFTER INSERT ON backup_target BEGIN
  SELECT raise(ABORT, 'a row id of backup_target would be used again')
    FROM highest_row_id WHERE name = 'backup_target' AND row_id >= NEW.row_id;
  UPDATE highest_row_id SET row_id = NEW.row_id WHERE name = 'backup_target';
END;
