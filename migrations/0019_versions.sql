-- New versions of a photo, such as another export of it: the one that is shown is the photo's row,
-- those before it are kept for going back.

-- The name of the original in the media store (src/images/media-keys.ts): the photo's id for its
-- first version.
ALTER TABLE photo ADD COLUMN original TEXT NOT NULL DEFAULT '';
UPDATE photo SET original = id;
CREATE UNIQUE INDEX photo_by_original ON photo (original);
-- When its present version came, in ms since the epoch; NULL for the first, which came with it.
ALTER TABLE photo ADD COLUMN version_at INTEGER;

-- What recognises another export of it, see src/intake/match.ts; never sent to anyone. NULL if the
-- file does not say, and for photos added before, until their files are read again.
ALTER TABLE photo ADD COLUMN document_id TEXT;
ALTER TABLE photo ADD COLUMN camera_serial TEXT;
CREATE INDEX photo_by_document ON photo (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX photo_by_time ON photo (taken_local) WHERE taken_local IS NOT NULL;

-- JSON object of the fields that were edited here, each with what the file says; NULL for photos
-- changed before this was recorded, until their files are read again.
ALTER TABLE photo ADD COLUMN edited TEXT DEFAULT '{}';
UPDATE photo SET edited = NULL;

CREATE TABLE earlier_version (
  original TEXT PRIMARY KEY,
  photo INTEGER NOT NULL REFERENCES photo (row_id) ON DELETE CASCADE,
  md5 TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('local', 'drive', 'cli')),
  source_name TEXT NOT NULL,
  source_date TEXT,
  added_at INTEGER NOT NULL                     -- when this version came, in ms since the epoch
) STRICT, WITHOUT ROWID;
CREATE INDEX earlier_version_of_photo ON earlier_version (photo, added_at);

CREATE TRIGGER earlier_version_bytes_added AFTER INSERT ON earlier_version BEGIN
  UPDATE disk_use SET original_bytes = original_bytes + NEW.bytes;
END;
CREATE TRIGGER earlier_version_bytes_removed AFTER DELETE ON earlier_version BEGIN
  UPDATE disk_use SET original_bytes = original_bytes - OLD.bytes;
END;
-- A photo's row gets the size of its new version.
CREATE TRIGGER photo_bytes_changed AFTER UPDATE OF bytes ON photo BEGIN
  UPDATE disk_use SET original_bytes = original_bytes + NEW.bytes - OLD.bytes;
END;

-- Every original that must be in the media store.
CREATE VIEW original_file AS
  SELECT row_id AS photo, original, md5, bytes, source_name, 1 AS is_current FROM photo
  UNION ALL
  SELECT photo, original, md5, bytes, source_name, 0 FROM earlier_version;
