-- Photos that were deleted in the last 30 days. A photo in the trash has no row of photo, so nothing
-- lists, counts, finds or serves it. Its rows are kept here and put back when it is restored; its
-- files stay where they are.
CREATE TABLE trash (
  photo INTEGER PRIMARY KEY,                    -- the row id that it had and gets again
  id TEXT NOT NULL UNIQUE,
  file_name TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  source_name TEXT NOT NULL,
  orientation INTEGER NOT NULL,
  adobe_rgb INTEGER NOT NULL,
  trashed_at INTEGER NOT NULL,                  -- ms since the epoch
  remove_files INTEGER NOT NULL,                -- 0: in the end its originals are moved to removed/
  -- JSON: its row, the rows of other tables that are deleted with it, and where it is a cover or the
  -- profile picture; see src/trash/keeping.ts. A migration that changes such a table other than by
  -- adding a column with a default must change these too.
  kept TEXT NOT NULL
) STRICT;
CREATE INDEX trash_by_time ON trash (trashed_at);

CREATE TABLE trash_original (
  original TEXT PRIMARY KEY,
  photo INTEGER NOT NULL REFERENCES trash (photo) ON DELETE CASCADE,
  md5 TEXT NOT NULL UNIQUE,
  bytes INTEGER NOT NULL,
  source_name TEXT NOT NULL,
  is_current INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX trash_original_of_photo ON trash_original (photo);

CREATE TABLE trash_rendition (
  photo INTEGER NOT NULL REFERENCES trash (photo) ON DELETE CASCADE,
  variant TEXT NOT NULL,
  width INTEGER NOT NULL,
  format TEXT NOT NULL,
  no_ai INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  is_kept INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (photo, variant, width, format)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER trash_original_bytes_added AFTER INSERT ON trash_original BEGIN
  UPDATE disk_use SET original_bytes = original_bytes + NEW.bytes;
END;
CREATE TRIGGER trash_original_bytes_removed AFTER DELETE ON trash_original BEGIN
  UPDATE disk_use SET original_bytes = original_bytes - OLD.bytes;
END;
CREATE TRIGGER trash_rendition_bytes_added AFTER INSERT ON trash_rendition BEGIN
  UPDATE disk_use SET rendition_bytes = rendition_bytes + NEW.bytes;
END;
CREATE TRIGGER trash_rendition_bytes_changed AFTER UPDATE OF bytes ON trash_rendition BEGIN
  UPDATE disk_use SET rendition_bytes = rendition_bytes + NEW.bytes - OLD.bytes;
END;
CREATE TRIGGER trash_rendition_bytes_removed AFTER DELETE ON trash_rendition BEGIN
  UPDATE disk_use SET rendition_bytes = rendition_bytes - OLD.bytes;
END;

-- Every original that must be in the media store, also of the photos in the trash.
DROP VIEW original_file;
CREATE VIEW original_file AS
  SELECT row_id AS photo, original, md5, bytes, source_name, 1 AS is_current FROM photo
  UNION ALL
  SELECT photo, original, md5, bytes, source_name, 0 FROM earlier_version
  UNION ALL
  SELECT photo, original, md5, bytes, source_name, is_current FROM trash_original;

-- Photos with files: those of the gallery and those in the trash.
CREATE VIEW stored_photo AS
  SELECT row_id, id, file_name, title, source_name, orientation, adobe_rgb, 0 AS is_trashed
  FROM photo
  UNION ALL
  SELECT photo, id, file_name, title, source_name, orientation, adobe_rgb, 1 FROM trash;
CREATE VIEW stored_rendition AS
  SELECT photo, variant, width, format, no_ai, bytes, is_kept, used_at FROM rendition
  UNION ALL
  SELECT photo, variant, width, format, no_ai, bytes, is_kept, used_at FROM trash_rendition;
