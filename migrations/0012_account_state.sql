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
