-- The connection to Google Drive, its folder, and the import jobs.

CREATE TABLE drive (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  refresh_token BLOB,                           -- encrypted with secret.key; NULL if not connected
  trouble TEXT,                                 -- why the owner has to connect again
  folder_id TEXT,
  folder_name TEXT
) STRICT;
INSERT INTO drive (id) VALUES (1);

-- A pending sign-in at Google. Rows are deleted when read.
CREATE TABLE oauth_state (
  state_hash BLOB PRIMARY KEY,                  -- sha256 of 256 random bits
  session_hash BLOB NOT NULL,                   -- sha256 of the owner's session token
  verifier BLOB NOT NULL,                       -- PKCE, encrypted with secret.key
  redir TEXT NOT NULL,
  expires_at INTEGER NOT NULL                   -- ms since the epoch
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
  n INTEGER PRIMARY KEY,                        -- in the order of scheduling
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('SCHEDULED', 'STARTED', 'FINISHED', 'ABORTED')),
  wanted TEXT,                                  -- JSON array of ids; NULL for all new files
  is_listed INTEGER NOT NULL DEFAULT 0,         -- whether all its rows of job_file exist
  stop_reason TEXT,                             -- set to stop the job, even after a restart
  total INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  started_at INTEGER,                           -- ms since the epoch
  finished_at INTEGER,
  error TEXT                                    -- why it was aborted
) STRICT;
CREATE INDEX job_to_do ON job (n) WHERE state IN ('SCHEDULED', 'STARTED');

CREATE TABLE job_file (
  job INTEGER NOT NULL REFERENCES job (n) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  file_id TEXT NOT NULL,
  name TEXT NOT NULL,
  md5 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_time TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'skipped', 'failed')),
  reason TEXT,                                  -- of a failure
  PRIMARY KEY (job, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_file_by_state ON job_file (job, state);

-- Each file is counted in the transaction that settles it.
CREATE TRIGGER job_file_listed AFTER INSERT ON job_file BEGIN
  UPDATE job SET total = total + 1, failed = failed + (NEW.state = 'failed') WHERE n = NEW.job;
END;
CREATE TRIGGER job_file_settled AFTER UPDATE OF state ON job_file BEGIN
  UPDATE job SET
    done = done + (NEW.state = 'done') - (OLD.state = 'done'),
    skipped = skipped + (NEW.state = 'skipped') - (OLD.state = 'skipped'),
    failed = failed + (NEW.state = 'failed') - (OLD.state = 'failed')
  WHERE n = NEW.job;
END;
