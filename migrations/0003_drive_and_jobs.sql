-- The connection to Google Drive and its folder, and the jobs that import from there.

CREATE TABLE drive (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  refresh_token BLOB,                           -- sealed with secret.key; NULL while not connected
  trouble TEXT,                                 -- why it has to be connected again
  folder_id TEXT,
  folder_name TEXT
) STRICT;
INSERT INTO drive (id) VALUES (1);

-- A way to Google and back that is under way. Reading a row removes it.
CREATE TABLE oauth_state (
  state_hash BLOB PRIMARY KEY,                  -- sha256 of 256 random bits
  session_hash BLOB NOT NULL,                   -- sha256 of the owner's session token
  verifier BLOB NOT NULL,                       -- PKCE, sealed with secret.key
  redir TEXT NOT NULL,
  expires_at INTEGER NOT NULL                   -- ms since the epoch
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
  n INTEGER PRIMARY KEY,                        -- in the order of scheduling
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('SCHEDULED', 'STARTED', 'FINISHED', 'ABORTED')),
  wanted TEXT,                                  -- JSON array of ids, or NULL for all that is new
  is_listed INTEGER NOT NULL DEFAULT 0,         -- its files are known: all rows of job_file are there
  stop_reason TEXT,                             -- it is to stop, also when a restart comes between
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

-- Each file is counted as it is settled, in the same transaction.
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
