-- How files were recognised as new versions of photos, and files that wait for the owner's decision.

-- The rule that recognised the present version (src/intake/match.ts); NULL for the first one, and
-- for one that the owner chose.
ALTER TABLE photo ADD COLUMN version_rule TEXT;
-- The upload or import that brought it. Two files of one run are never versions of one photo.
ALTER TABLE photo ADD COLUMN run TEXT;
ALTER TABLE earlier_version ADD COLUMN rule TEXT;

-- What a source knows a photo by, such as a Drive file's id.
CREATE TABLE photo_item (
  source TEXT NOT NULL,
  item TEXT NOT NULL,
  photo INTEGER NOT NULL REFERENCES photo (row_id) ON DELETE CASCADE,
  PRIMARY KEY (source, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX photo_item_of_photo ON photo_item (photo);

-- A file that may be a new version of a photo. It is in the media store like any original.
CREATE TABLE pending_upload (
  id TEXT NOT NULL PRIMARY KEY,
  photo INTEGER NOT NULL REFERENCES photo (row_id) ON DELETE CASCADE,
  original TEXT NOT NULL UNIQUE,
  md5 TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL,
  rule TEXT NOT NULL,
  origin TEXT NOT NULL,                         -- JSON: FileOrigin
  albums TEXT NOT NULL,                         -- JSON: [album, position] for each, if it becomes a photo
  is_contested INTEGER NOT NULL DEFAULT 0,      -- another file of its run matched the same photo
  received_at INTEGER NOT NULL                  -- ms since the epoch
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_upload_of_photo ON pending_upload (photo);

CREATE TRIGGER pending_upload_bytes_added AFTER INSERT ON pending_upload BEGIN
  UPDATE disk_use SET original_bytes = original_bytes + NEW.bytes;
END;
CREATE TRIGGER pending_upload_bytes_removed AFTER DELETE ON pending_upload BEGIN
  UPDATE disk_use SET original_bytes = original_bytes - OLD.bytes;
END;

DROP VIEW original_file;
-- Every original that must be in the media store, also of the photos in the trash.
CREATE VIEW original_file AS
  SELECT row_id AS photo, original, md5, bytes, source_name, 1 AS is_current, 0 AS is_waiting
    FROM photo
  UNION ALL
  SELECT photo, original, md5, bytes, source_name, 0, 0 FROM earlier_version
  UNION ALL
  SELECT photo, original, md5, bytes, origin ->> '$.sourceName', 0, 1 FROM pending_upload
  UNION ALL
  SELECT photo, original, md5, bytes, source_name, is_current, 0 FROM trash_original;

-- Files of an import that became new versions, or that wait for a decision, are counted too.
ALTER TABLE job ADD COLUMN replaced INTEGER NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN waiting INTEGER NOT NULL DEFAULT 0;

CREATE TABLE new_job_file (
  job INTEGER NOT NULL REFERENCES job (row_id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  file_id TEXT NOT NULL,
  name TEXT NOT NULL,
  md5 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_time TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending'
    CHECK (state IN ('pending', 'done', 'replaced', 'waiting', 'skipped', 'failed')),
  reason TEXT,                                  -- of a failure
  version TEXT NOT NULL DEFAULT '',             -- as in drive_failure
  others TEXT NOT NULL DEFAULT '[]',            -- JSON: equal files, tried if this one fails
  turn INTEGER NOT NULL DEFAULT 0,              -- how many files had been settled before it
  PRIMARY KEY (job, place)
) STRICT, WITHOUT ROWID;
INSERT INTO new_job_file
  SELECT job, place, file_id, name, md5, bytes, created_time, state, reason, version, others, turn
  FROM job_file;
DROP TABLE job_file;
ALTER TABLE new_job_file RENAME TO job_file;
CREATE INDEX job_file_by_state ON job_file (job, state);
CREATE INDEX job_file_failed ON job_file (job, turn, place) WHERE state = 'failed';
CREATE TRIGGER job_file_listed AFTER INSERT ON job_file BEGIN
  UPDATE job SET total = total + 1, failed = failed + (NEW.state = 'failed')
  WHERE row_id = NEW.job;
END;
-- Each file is counted in the transaction that settles it.
CREATE TRIGGER job_file_settled AFTER UPDATE OF state ON job_file BEGIN
  UPDATE job SET
    done = done + (NEW.state = 'done') - (OLD.state = 'done'),
    replaced = replaced + (NEW.state = 'replaced') - (OLD.state = 'replaced'),
    waiting = waiting + (NEW.state = 'waiting') - (OLD.state = 'waiting'),
    skipped = skipped + (NEW.state = 'skipped') - (OLD.state = 'skipped'),
    failed = failed + (NEW.state = 'failed') - (OLD.state = 'failed')
  WHERE row_id = NEW.job;
END;
