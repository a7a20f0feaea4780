-- Sizes of all originals and renditions, kept by triggers: adding up every row for each view of the
-- gallery's status would read whole tables.

CREATE TABLE disk_use (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  original_bytes INTEGER NOT NULL,
  rendition_bytes INTEGER NOT NULL
) STRICT;
INSERT INTO disk_use VALUES (
  1,
  (SELECT ifnull(sum(bytes), 0) FROM photo),
  (SELECT ifnull(sum(bytes), 0) FROM rendition)
);

CREATE TRIGGER photo_bytes_added AFTER INSERT ON photo BEGIN
  UPDATE disk_use SET original_bytes = original_bytes + NEW.bytes;
END;
CREATE TRIGGER photo_bytes_removed AFTER DELETE ON photo BEGIN
  UPDATE disk_use SET original_bytes = original_bytes - OLD.bytes;
END;
CREATE TRIGGER rendition_bytes_added AFTER INSERT ON rendition BEGIN
  UPDATE disk_use SET rendition_bytes = rendition_bytes + NEW.bytes;
END;
CREATE TRIGGER rendition_bytes_changed AFTER UPDATE OF bytes ON rendition BEGIN
  UPDATE disk_use SET rendition_bytes = rendition_bytes + NEW.bytes - OLD.bytes;
END;
CREATE TRIGGER rendition_bytes_removed AFTER DELETE ON rendition BEGIN
  UPDATE disk_use SET rendition_bytes = rendition_bytes - OLD.bytes;
END;

-- Texts that the owner's pages had: the present one and the ten before it. The files in pages/ are
-- what visitors see.
CREATE TABLE page_version (
  row_id INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  page TEXT NOT NULL,
  markdown TEXT NOT NULL,
  bytes INTEGER NOT NULL,                       -- of the text in UTF-8
  saved_at INTEGER NOT NULL,                    -- ms since the epoch
  source TEXT NOT NULL CHECK (source IN ('account', 'file'))
) STRICT;
CREATE INDEX page_version_of_page ON page_version (page, row_id);
INSERT INTO highest_row_id (name, row_id) VALUES ('page_version', 0);
CREATE TRIGGER page_version_numbered AFTER INSERT ON page_version BEGIN
  SELECT raise(ABORT, 'a row id of page_version would be used again')
    FROM highest_row_id WHERE name = 'page_version' AND row_id >= NEW.row_id;
  UPDATE highest_row_id SET row_id = NEW.row_id WHERE name = 'page_version';
END;

-- The OAuth client that the owner entered: JSON of ID and secret, encrypted with secret.key.
ALTER TABLE drive ADD COLUMN client BLOB;
