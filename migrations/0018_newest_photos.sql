-- What feeds need: which photos were added to an album last, when, and when a photo was changed.

-- ms since the epoch; NULL for photos added before, whose date of upload is used instead.
ALTER TABLE album_photo ADD COLUMN added_at INTEGER;
-- ms since the epoch; NULL if it was never changed, or only before.
ALTER TABLE photo ADD COLUMN changed_at INTEGER;

CREATE INDEX album_photo_newest ON album_photo (album, added);

CREATE TRIGGER album_photo_dated AFTER INSERT ON album_photo WHEN NEW.added_at IS NULL BEGIN
  UPDATE album_photo SET added_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
    WHERE photo = NEW.photo AND album = NEW.album;
END;
CREATE TRIGGER photo_changed AFTER UPDATE OF title, description, keywords, file_name ON photo BEGIN
  UPDATE photo SET changed_at = CAST(unixepoch('subsec') * 1000 AS INTEGER)
    WHERE row_id = NEW.row_id;
END;
