-- Files in Google Drive that could not be imported, files without a checksum, pauses of jobs, and
-- the connected account.

ALTER TABLE drive ADD COLUMN account TEXT;           -- e-mail address; NULL if unknown
ALTER TABLE drive ADD COLUMN folder_drive_id TEXT;   -- the folder's shared drive; NULL in others

-- Failures of each file, until it is imported. `version` is its content: the md5 if Drive tells it.
CREATE TABLE drive_failure (
  file_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  reason TEXT NOT NULL,
  -- 'moment' may work next time; the others do not with the same content, permission or limit.
  cause TEXT NOT NULL CHECK (cause IN ('moment', 'content', 'access', 'size')),
  tries INTEGER NOT NULL,
  failed_at INTEGER NOT NULL,                   -- ms since the epoch
  is_dismissed INTEGER NOT NULL DEFAULT 0       -- not listed, but still not fetched again
) STRICT, WITHOUT ROWID;
CREATE INDEX drive_failure_newest ON drive_failure (failed_at, file_id) WHERE is_dismissed = 0;

-- The md5 of a file for which Drive tells none, once it was downloaded.
CREATE TABLE drive_file_md5 (
  file_id TEXT PRIMARY KEY,
  version TEXT NOT NULL,
  md5 TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE job ADD COLUMN paused_until INTEGER;          -- ms since the epoch; NULL if not paused
ALTER TABLE job ADD COLUMN pause_reason TEXT;

ALTER TABLE job_file ADD COLUMN version TEXT NOT NULL DEFAULT '';   -- as in drive_failure
ALTER TABLE job_file ADD COLUMN others TEXT NOT NULL DEFAULT '[]';  -- JSON: equal files, tried if this one fails
ALTER TABLE job_file ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;    -- how many files had been settled before it
CREATE INDEX job_file_failed ON job_file (job, turn, place) WHERE state = 'failed';
UPDATE job_file SET version = md5;
